// Written by `npm run types` from the service's OpenAPI document.
export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
        };
        get: operations["systemJwks"];
    };
    "/.well-known/passkey-endpoints": {
        parameters: {
        };
        get: operations["passkeysWellKnown"];
    };
    "/.well-known/revocations": {
        parameters: {
        };
        get: operations["revocationsFeed"];
    };
    "/api/account/avatar": {
        parameters: {
        };
        put: operations["avatarsUploadOwn"];
        delete: operations["avatarsDeleteOwn"];
    };
    "/api/audit": {
        parameters: {
        };
        get: operations["auditPage"];
    };
    "/api/audit/{entry}": {
        parameters: {
        };
        get: operations["auditOne"];
    };
    "/api/auth/configuration": {
        parameters: {
        };
        get: operations["hostedPagesConfiguration"];
    };
    "/api/auth/devices": {
        parameters: {
        };
        get: operations["devicesOwn"];
        delete: operations["devicesForgetAll"];
    };
    "/api/auth/devices/{id}": {
        parameters: {
        };
        delete: operations["devicesForget"];
    };
    "/api/auth/email": {
        parameters: {
        };
        put: operations["emailChangeChange"];
    };
    "/api/auth/email-code": {
        parameters: {
        };
        post: operations["emailCodeRequestCode"];
    };
    "/api/auth/email-code/verify": {
        parameters: {
        };
        post: operations["emailCodeVerifyCode"];
    };
    "/api/auth/email/confirm": {
        parameters: {
        };
        post: operations["emailChangeConfirm"];
    };
    "/api/auth/email/revoke": {
        parameters: {
        };
        post: operations["emailChangeRevoke"];
    };
    "/api/auth/factors": {
        parameters: {
        };
        get: operations["factorsOwn"];
    };
    "/api/auth/factors/{id}": {
        parameters: {
        };
        put: operations["factorsRename"];
        delete: operations["factorsRemove"];
    };
    "/api/auth/factors/totp": {
        parameters: {
        };
        post: operations["totpEnrol"];
    };
    "/api/auth/factors/totp/confirm": {
        parameters: {
        };
        post: operations["totpConfirm"];
    };
    "/api/auth/invitations/accept": {
        parameters: {
        };
        post: operations["invitationsAccept"];
    };
    "/api/auth/invitations/read": {
        parameters: {
        };
        post: operations["invitationsReadOffer"];
    };
    "/api/auth/login": {
        parameters: {
        };
        post: operations["authLogin"];
    };
    "/api/auth/login/continue": {
        parameters: {
        };
        post: operations["authContinueLogin"];
    };
    "/api/auth/login/passkey": {
        parameters: {
        };
        post: operations["passkeysLogin"];
    };
    "/api/auth/login/passkey/options": {
        parameters: {
        };
        post: operations["passkeysBeginSignIn"];
    };
    "/api/auth/logout": {
        parameters: {
        };
        post: operations["authLogout"];
    };
    "/api/auth/logout-all": {
        parameters: {
        };
        post: operations["accountLogoutAll"];
    };
    "/api/auth/not-me": {
        parameters: {
        };
        post: operations["devicesDisown"];
    };
    "/api/auth/passkeys": {
        parameters: {
        };
        get: operations["passkeysPage"];
        post: operations["passkeysCreate"];
    };
    "/api/auth/passkeys/{id}": {
        parameters: {
        };
        put: operations["passkeysRename"];
        delete: operations["passkeysRemove"];
    };
    "/api/auth/passkeys/options": {
        parameters: {
        };
        post: operations["passkeysBegin"];
    };
    "/api/auth/password": {
        parameters: {
        };
        put: operations["accountChangePassword"];
        delete: operations["passkeysRemovePassword"];
    };
    "/api/auth/password/forgot": {
        parameters: {
        };
        post: operations["recoveryForgot"];
    };
    "/api/auth/password/reset": {
        parameters: {
        };
        post: operations["recoveryReset"];
    };
    "/api/auth/recovery-codes": {
        parameters: {
        };
        post: operations["factorsNewRecoveryCodes"];
    };
    "/api/auth/refresh": {
        parameters: {
        };
        post: operations["authRefresh"];
    };
    "/api/auth/register": {
        parameters: {
        };
        post: operations["registrationRegister"];
    };
    "/api/auth/register/confirm": {
        parameters: {
        };
        post: operations["registrationConfirm"];
    };
    "/api/auth/sessions": {
        parameters: {
        };
        get: operations["accountSessions"];
    };
    "/api/auth/sessions/{id}": {
        parameters: {
        };
        delete: operations["accountEndSession"];
    };
    "/api/auth/step-up": {
        parameters: {
        };
        post: operations["accountStepUp"];
    };
    "/api/auth/tokens": {
        parameters: {
        };
        get: operations["apiKeysOwn"];
        post: operations["apiKeysCreate"];
    };
    "/api/auth/tokens/{id}": {
        parameters: {
        };
        put: operations["apiKeysRename"];
        delete: operations["apiKeysDelete"];
    };
    "/api/auth/user": {
        parameters: {
        };
        get: operations["authCurrentUser"];
        put: operations["accountUpdate"];
    };
    "/api/branding": {
        parameters: {
        };
        get: operations["brandingRead"];
        put: operations["brandingUpdate"];
    };
    "/api/branding/logo/{variant}": {
        parameters: {
        };
        put: operations["brandingUploadLogo"];
        delete: operations["brandingDeleteLogo"];
    };
    "/api/events": {
        parameters: {
        };
        get: operations["eventStreamEvents"];
    };
    "/api/imports": {
        parameters: {
        };
        get: operations["transferWaiting"];
        post: operations["transferUpload"];
    };
    "/api/imports/{id}": {
        parameters: {
        };
        delete: operations["transferDiscard"];
    };
    "/api/imports/{id}/apply": {
        parameters: {
        };
        post: operations["transferApply"];
    };
    "/api/invitations": {
        parameters: {
        };
        get: operations["invitationsPage"];
        post: operations["invitationsCreate"];
    };
    "/api/invitations/{id}": {
        parameters: {
        };
        get: operations["invitationsRead"];
        delete: operations["invitationsDelete"];
    };
    "/api/invitations/{id}/resend": {
        parameters: {
        };
        post: operations["invitationsResend"];
    };
    "/api/mail": {
        parameters: {
        };
        get: operations["mailPage"];
    };
    "/api/mail/{id}": {
        parameters: {
        };
        get: operations["mailRead"];
    };
    "/api/mail/{id}/retry": {
        parameters: {
        };
        post: operations["mailRetry"];
    };
    "/api/mail/texts": {
        parameters: {
        };
        get: operations["mailTextsPage"];
    };
    "/api/mail/texts/{kind}/{language}": {
        parameters: {
        };
        put: operations["mailTextsUpdate"];
        delete: operations["mailTextsReset"];
    };
    "/api/mail/texts/{kind}/{language}/preview": {
        parameters: {
        };
        post: operations["mailTextsPreview"];
    };
    "/api/operations": {
        parameters: {
        };
        get: operations["operationsPage"];
        post: operations["operationsCreate"];
    };
    "/api/operations/{id}": {
        parameters: {
        };
        get: operations["operationsRead"];
    };
    "/api/operations/{id}/cancel": {
        parameters: {
        };
        post: operations["operationsCancel"];
    };
    "/api/operations/{id}/failures": {
        parameters: {
        };
        get: operations["operationsFailures"];
    };
    "/api/permissions": {
        parameters: {
        };
        get: operations["rolesPermissions"];
    };
    "/api/roles": {
        parameters: {
        };
        get: operations["rolesPage"];
        post: operations["rolesCreate"];
    };
    "/api/roles/{id}": {
        parameters: {
        };
        get: operations["rolesRead"];
        put: operations["rolesUpdate"];
        delete: operations["rolesDelete"];
    };
    "/api/service-accounts": {
        parameters: {
        };
        get: operations["serviceAccountsPage"];
        post: operations["serviceAccountsCreate"];
    };
    "/api/service-accounts/{id}": {
        parameters: {
        };
        get: operations["serviceAccountsRead"];
        put: operations["serviceAccountsUpdate"];
        delete: operations["serviceAccountsDelete"];
    };
    "/api/service-accounts/{id}/keys": {
        parameters: {
        };
        get: operations["serviceAccountsKeys"];
        post: operations["serviceAccountsCreateKey"];
    };
    "/api/service-accounts/{id}/keys/{key}": {
        parameters: {
        };
        put: operations["serviceAccountsRenameKey"];
        delete: operations["serviceAccountsDeleteKey"];
    };
    "/api/stats": {
        parameters: {
        };
        get: operations["statsRead"];
    };
    "/api/system": {
        parameters: {
        };
        get: operations["systemRead"];
    };
    "/api/system/audit-verification": {
        parameters: {
        };
        post: operations["systemVerify"];
    };
    "/api/system/keys/rotate": {
        parameters: {
        };
        post: operations["systemRotate"];
    };
    "/api/users": {
        parameters: {
        };
        get: operations["usersPage"];
        post: operations["usersCreate"];
    };
    "/api/users/{id}": {
        parameters: {
        };
        get: operations["usersRead"];
        put: operations["usersUpdate"];
        delete: operations["usersDelete"];
    };
    "/api/users/{id}/avatar": {
        parameters: {
        };
        put: operations["avatarsUpload"];
        delete: operations["avatarsDelete"];
    };
    "/api/users/{id}/confusables": {
        parameters: {
        };
        get: operations["usersConfusables"];
    };
    "/api/users/{id}/factors": {
        parameters: {
        };
        get: operations["factorsOfUser"];
        delete: operations["factorsReset"];
    };
    "/api/users/{id}/impersonate": {
        parameters: {
        };
        post: operations["impersonationBegin"];
    };
    "/api/users/{id}/password-link": {
        parameters: {
        };
        post: operations["recoveryCreateLink"];
    };
    "/api/users/{id}/permissions": {
        parameters: {
        };
        get: operations["usersPermissions"];
    };
    "/api/users/{id}/sessions": {
        parameters: {
        };
        get: operations["accountUserSessions"];
        delete: operations["accountEndUserSessions"];
    };
    "/api/users/{id}/sessions/{sessionId}": {
        parameters: {
        };
        delete: operations["accountEndUserSession"];
    };
    "/api/users/{id}/tokens": {
        parameters: {
        };
        get: operations["apiKeysOfUser"];
        delete: operations["apiKeysDeleteAllOfUser"];
    };
    "/api/users/{id}/tokens/{key}": {
        parameters: {
        };
        delete: operations["apiKeysDeleteOfUser"];
    };
    "/api/users/{id}/unlock": {
        parameters: {
        };
        post: operations["locksUnlock"];
    };
    "/api/users/export": {
        parameters: {
        };
        get: operations["transferExport"];
    };
    "/api/users/locked": {
        parameters: {
        };
        get: operations["locksPage"];
    };
    "/api/webhooks": {
        parameters: {
        };
        get: operations["webhooksPage"];
        post: operations["webhooksCreate"];
    };
    "/api/webhooks/{id}": {
        parameters: {
        };
        get: operations["webhooksRead"];
        put: operations["webhooksUpdate"];
        delete: operations["webhooksDelete"];
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
        };
        get: operations["webhooksDeliveries"];
    };
    "/api/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
        };
        post: operations["webhooksReplay"];
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
        };
        post: operations["webhooksRotateSecret"];
    };
    "/api/webhooks/{id}/test": {
        parameters: {
        };
        post: operations["webhooksTest"];
    };
    "/healthz": {
        parameters: {
        };
        get: operations["systemHealthz"];
    };
    "/openapi.json": {
        parameters: {
        };
        get: operations["descriptionOpenapi"];
    };
    "/readyz": {
        parameters: {
        };
        get: operations["systemReadyz"];
    };
}
export type webhooks = Record<string, unknown>;
export interface components {
    schemas: {
        AcceptInvitation: {
            name?: string | null;
            password: string;
            token: string;
            username?: string | null;
        };
        Account: {
            displayName: string;
            id: string;
            name: string;
        };
        AccountDisabled: {
            /** @constant */
            reason: "account_disabled";
        };
        AlreadyInvited: {
            id: number;
            /** @constant */
            reason: "already_invited";
        };
        ApiKeyNotFound: {
            /** @constant */
            reason: "api_key_not_found";
        };
        AppClockOff: {
            /** @constant */
            reason: "authenticator_clock_off";
            seconds: number;
        };
        AuditEntryData: {
            action: string;
            actor: string;
            actorName: string;
            address: string;
            details: Record<string, unknown>;
            hash: string;
            id: string;
            requestId: string;
            target: string;
            targetName: string;
            /** Format: date-time */
            time: string;
        };
        AuditEntryNotFound: {
            /** @constant */
            reason: "audit_entry_not_found";
        };
        AuditPage: {
            list: components["schemas"]["AuditEntryData"][];
            nextCursor: string | null;
            pageSize: number;
        };
        AuditStateData: {
            entries: number;
            /** Format: date-time */
            lastEntryAt: string | null;
            verification: components["schemas"]["OperationData"] | null;
        };
        AuthenticationRequired: {
            /** @constant */
            reason: "authentication_required";
        };
        BeginSignIn: {
            flow?: string;
        };
        BeyondOwnRights: {
            /** @constant */
            reason: "beyond_own_rights";
            required: string;
        };
        BodyTooLarge: {
            /** @constant */
            reason: "body_too_large";
        };
        BrandData: {
            colour: string;
            colourDark: string;
            footerLinks: components["schemas"]["FooterLinkData"][];
            logoDark: string | null;
            logoLight: string | null;
            name: string;
        };
        BuiltInRole: {
            /** @constant */
            reason: "built_in_role";
        };
        Busy: {
            /** @constant */
            reason: "busy";
            retryAfter: number;
        };
        ChangeEmail: {
            email: string | null;
        };
        ChangePassword: {
            currentPassword: string;
            newPassword: string;
        };
        ChecklistItem: {
            done: boolean;
            /** @enum {unknown} */
            item: "corsOrigins" | "email" | "generatedPassword" | "mail" | "secondAdministrator";
        };
        ClientDisconnected: {
            /** @constant */
            reason: "client_disconnected";
        };
        CodeFlow: {
            expiresIn: number;
            flow: string;
        };
        ConfigurationData: {
            emailCode: boolean;
            languages: string[];
            loginByEmail: boolean;
            passkeyHost: string;
            passwordMaxLength: number;
            passwordMinLength: number;
            /** @enum {unknown} */
            registration: "closed" | "invited" | "open";
            registrationDomains: string[];
        };
        ConfirmApp: {
            code: string;
            id: number;
        };
        ConfirmedApp: {
            recoveryCodes: string[];
        };
        ConfirmRegistration: {
            code?: string;
            flow?: string;
            password?: string;
            token?: string;
            username?: string;
        };
        ConfusableData: {
            id: number;
            status: number;
            username: string;
        };
        ConfusableList: {
            list: components["schemas"]["ConfusableData"][];
        };
        ContinueLogin: {
            code?: string;
            credential?: components["schemas"]["Credential"] | null;
            device?: string;
            flow: string;
            method: string;
            trustDevice?: boolean;
        };
        CreateInvitation: {
            email?: string | null;
            expiresIn?: number | null;
            name?: string | null;
            roles?: string[];
            username?: string | null;
        };
        CreateKey: {
            expiresAt?: string | null;
            name: string;
            networks?: string[] | null;
            permissions?: string[] | null;
        };
        CreateOperation: {
            /** @enum {unknown} */
            action: "assign_roles" | "delete" | "disable" | "enable" | "end_sessions" | "remove_roles" | "require_password_change";
            match?: components["schemas"]["UserFilterParams"];
            roles?: string[];
            users?: number[];
        };
        CreatePasskey: {
            credential: components["schemas"]["Credential"];
            flow: string;
            name?: string;
        };
        CreatePasswordLink: {
            expiresIn?: number | null;
            mail?: boolean;
        };
        CreateRole: {
            description?: string | null;
            name: string;
            permissions?: string[];
            /** @enum {unknown} */
            requiredStrength?: "password" | "phishingResistant" | "twoFactors";
        };
        CreateServiceAccount: {
            description?: string | null;
            name: string;
            roles?: string[];
        };
        CreateUser: {
            avatar?: string | null;
            email?: string | null;
            emailVerified?: boolean;
            metadata?: {
                [key: string]: unknown;
            } | null;
            mustChangePassword?: boolean;
            name?: string | null;
            password: string;
            phone?: string | null;
            roles?: string[];
            /** @enum {integer} */
            status?: 0 | 1;
            username: string;
        };
        CreateWebhook: {
            description?: string | null;
            enabled?: boolean;
            events: string[];
            url: string;
        };
        CreationOptions: {
            /** @default none */
            attestation?: string;
            authenticatorSelection: components["schemas"]["Selection"];
            challenge: string;
            excludeCredentials: components["schemas"]["Descriptor"][];
            pubKeyCredParams: components["schemas"]["Parameters"][];
            rp: components["schemas"]["Party"];
            timeout: number;
            user: components["schemas"]["Account"];
        };
        Credential: {
            id: string;
            rawId: string;
            response: components["schemas"]["CredentialResponse"];
            type: string;
        };
        CredentialResponse: {
            attestationObject?: string;
            authenticatorData?: string;
            clientDataJSON: string;
            signature?: string;
            transports?: string[];
            userHandle?: string | null;
        };
        CrossSiteRequest: {
            /** @constant */
            reason: "cross_site_request";
        };
        CurrentUserData: {
            avatar: string | null;
            /** Format: date-time */
            createdAt: string;
            email: string | null;
            emailVerified: boolean;
            id: number;
            impersonator?: components["schemas"]["ImpersonatorData"];
            /** Format: date-time */
            lastLoginAt: string | null;
            metadata: {
                [key: string]: unknown;
            };
            mustChangePassword: boolean;
            name: string;
            pendingEmail: string | null;
            permissions: string[];
            phone: string | null;
            /** @enum {unknown} */
            requiredStrength: "password" | "phishingResistant" | "twoFactors";
            roles: string[];
            service: boolean;
            /** @enum {integer} */
            status: 0 | 1;
            /** @enum {unknown} */
            strength: "password" | "phishingResistant" | "twoFactors";
            /** Format: date-time */
            updatedAt: string;
            username: string;
            withheld?: string;
        };
        DatabaseData: {
            /** @enum {unknown} */
            kind: "PostgreSQL" | "SQLite";
            schema: string;
            version: string;
        };
        DatabaseUnavailable: {
            /** @constant */
            reason: "database_unavailable";
            retryAfter: number;
        };
        DeliveryData: {
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dueAt: string | null;
            error: string;
            eventId: string;
            /** Format: date-time */
            finishedAt: string | null;
            id: number;
            state: components["schemas"]["OutboxState"];
            type: string;
            webhookId: number;
        };
        DeliveryNotFound: {
            /** @constant */
            reason: "delivery_not_found";
        };
        DeliveryPage: {
            list: components["schemas"]["DeliveryData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        Descriptor: {
            id: string;
            transports: string[];
            type: string;
        };
        DeviceData: {
            address: string;
            /** Format: date-time */
            createdAt: string;
            current: boolean;
            id: number;
            /** Format: date-time */
            lastUsedAt: string;
            name: string;
            /** Format: date-time */
            trustedUntil: string | null;
        };
        DeviceList: {
            list: components["schemas"]["DeviceData"][];
        };
        DeviceNotFound: {
            /** @constant */
            reason: "device_not_found";
        };
        /** @enum {unknown} */
        DisabledReason: "failing" | "receiver_gone";
        EffectivePermission: {
            permission: string;
            through: string[];
        };
        EmailChangeData: {
            mail: ("held" | "queued") | null;
            /** @enum {unknown} */
            status: "changed" | "confirmation_sent";
        };
        EmailCodeDisabled: {
            /** @constant */
            reason: "email_code_disabled";
        };
        EmailTaken: {
            /** @constant */
            reason: "email_taken";
        };
        EnrolApp: {
            name?: string;
        };
        EnrolmentData: {
            id: number;
            qr: string;
            secret: string;
            uri: string;
        };
        EnrolmentRequired: {
            /** @constant */
            reason: "enrolment_required";
            requiredStrength: string;
        };
        EventGone: {
            /** @constant */
            reason: "event_gone";
        };
        FactorCountsData: {
            passkey: number;
            recoveryCodes: number;
            totp: number;
        };
        FactorData: {
            /** Format: date-time */
            createdAt: string;
            id: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
            remaining?: number;
            /** @enum {unknown} */
            type: "passkey" | "recoveryCodes" | "totp";
        };
        FactorList: {
            list: components["schemas"]["FactorData"][];
        };
        FactorNotFound: {
            /** @constant */
            reason: "factor_not_found";
        };
        FactorStillRequired: {
            /** @constant */
            reason: "factor_still_required";
            requiredStrength: string;
        };
        FailingAccountData: {
            failures: number;
            /** Format: date-time */
            lastAt: string;
            userId: number | null;
            username: string;
        };
        FailingNetworkData: {
            failures: number;
            /** Format: date-time */
            lastAt: string;
            network: string;
        };
        FailureData: {
            message: string;
            reason: string;
            userId: number;
            username: string;
        };
        FailurePage: {
            list: components["schemas"]["FailureData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        FlowData: {
            expiresIn: number;
            flow: string;
        };
        FooterLinkData: {
            address: string;
            label: string;
        };
        ForgotPassword: {
            identifier: string;
        };
        ForgottenData: {
            /** @enum {unknown} */
            mail: "held" | "queued";
        };
        HeadTooLarge: {
            /** @constant */
            reason: "head_too_large";
        };
        Health: {
            /** @enum {unknown} */
            status: "ok" | "ready";
        };
        IdempotencyKeyReused: {
            /** @constant */
            reason: "idempotency_key_reused";
        };
        ImpersonationData: {
            expiresIn: number;
            token: string;
            user: components["schemas"]["UserData"];
        };
        ImpersonationNotAllowed: {
            /** @constant */
            reason: "impersonated_session";
        };
        ImpersonatorData: {
            id: number;
            username: string;
        };
        ImportGone: {
            /** @constant */
            reason: "import_gone";
        };
        ImportList: {
            list: components["schemas"]["OperationData"][];
        };
        ImportNotReady: {
            /** @constant */
            reason: "import_not_ready";
        };
        InternalError: {
            /** @constant */
            reason: "internal_error";
        };
        InvalidCode: {
            /** @constant */
            reason: "invalid_code";
            remaining?: number;
        };
        InvalidCredentials: {
            /** @constant */
            reason: "invalid_credentials";
        };
        InvalidOneTimeToken: {
            /** @constant */
            reason: "invalid_one_time_token";
        };
        InvalidPasskey: {
            problem: string;
            /** @constant */
            reason: "invalid_passkey";
        };
        InvalidRefreshToken: {
            /** @constant */
            reason: "invalid_refresh_token";
        };
        InvalidRegistration: {
            problem: string;
            /** @constant */
            reason: "invalid_registration";
        };
        InvalidToken: {
            /** @constant */
            reason: "invalid_token";
        };
        InvitationAccepted: {
            /** @constant */
            reason: "invitation_accepted";
        };
        InvitationData: {
            /** Format: date-time */
            acceptedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            email: string | null;
            /** Format: date-time */
            expiresAt: string;
            id: number;
            inviter: string;
            name: string | null;
            roles: string[];
            /** @enum {unknown} */
            state: "accepted" | "expired" | "pending";
            userId: number | null;
            username: string | null;
        };
        InvitationNotFound: {
            /** @constant */
            reason: "invitation_not_found";
        };
        InvitationPage: {
            list: components["schemas"]["InvitationData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        InvitationRequired: {
            /** @constant */
            reason: "invitation_required";
        };
        JobData: {
            error: string;
            every: number;
            /** Format: date-time */
            lastFailure: string | null;
            /** Format: date-time */
            lastSuccess: string | null;
            name: string;
            /** Format: date-time */
            nextRun: string | null;
            running: boolean;
        };
        KeyData: {
            /** Format: date-time */
            createdAt: string;
            expired: boolean;
            /** Format: date-time */
            expiresAt: string | null;
            hint: string;
            id: number;
            lastAddress: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
            networks: string[];
            permissions: string[] | null;
            token?: string;
        };
        KeyInUse: {
            /** @constant */
            reason: "key_in_use";
        };
        KeyList: {
            list: components["schemas"]["KeyData"][];
        };
        KeyNotAllowed: {
            /** @constant */
            reason: "key_not_allowed";
        };
        KeyNotFound: {
            /** @constant */
            reason: "key_not_found";
        };
        KeySet: {
            keys: components["schemas"]["PublicKey"][];
        };
        KeyTooWeak: {
            /** @constant */
            reason: "weak_key";
            requiredStrength: string;
        };
        LastAdministrator: {
            /** @constant */
            reason: "last_administrator";
        };
        LastWayIn: {
            /** @constant */
            reason: "last_way_in";
        };
        ListsBusy: {
            /** @constant */
            reason: "lists_busy";
            retryAfter: number;
        };
        LockedData: {
            everywhere: boolean;
            failures: number;
            id: number;
            /** Format: date-time */
            lockedUntil: string;
            name: string;
            networks: string[];
            username: string;
        };
        LockedPage: {
            list: components["schemas"]["LockedData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        Login: {
            device?: string;
            password: string;
            username: string;
        };
        LoginData: {
            device?: string;
            expiresIn: number;
            recoveryCodesLeft?: number;
            refreshToken: string;
            token: string;
            user: components["schemas"]["UserData"];
        };
        MailContentData: {
            attempts: number;
            code: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dueAt: string | null;
            error: string;
            /** Format: date-time */
            finishedAt: string | null;
            html: string;
            id: number;
            kind: string;
            link: string | null;
            recipient: string;
            state: components["schemas"]["OutboxState"];
            subject: string;
            text: string;
            userId: number | null;
        };
        MailContentErased: {
            /** @constant */
            reason: "mail_content_erased";
        };
        MailData: {
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dueAt: string | null;
            error: string;
            /** Format: date-time */
            finishedAt: string | null;
            id: number;
            kind: string;
            recipient: string;
            state: components["schemas"]["OutboxState"];
            userId: number | null;
        };
        MailedToken: {
            token: string;
        };
        MailNotFound: {
            /** @constant */
            reason: "mail_not_found";
        };
        MailPage: {
            list: components["schemas"]["MailData"][];
            page: number;
            pageSize: number;
            sends: boolean;
            total: number;
            totalCapped: boolean;
        };
        MailPlaceholder: {
            example: string;
            name: string;
        };
        MailPreview: {
            html: string;
            subject: string;
            text: string;
        };
        MailQueueData: {
            configured: boolean;
            held: number;
            /** Format: date-time */
            oldestDue: string | null;
            queued: number;
        };
        MailTextData: {
            body: string;
            description: string;
            edited: boolean;
            kind: string;
            language: string;
            placeholders: components["schemas"]["MailPlaceholder"][];
            subject: string;
        };
        MailTextList: {
            list: components["schemas"]["MailTextData"][];
            total: number;
        };
        MailTextNotFound: {
            /** @constant */
            reason: "mail_text_not_found";
        };
        MalformedHttp: {
            /** @constant */
            reason: "malformed_http";
        };
        MalformedRequest: {
            /** @constant */
            reason: "malformed_request";
        };
        MethodNotAllowed: {
            allowed: string[];
            /** @constant */
            reason: "method_not_allowed";
        };
        NetworkNotAllowed: {
            /** @constant */
            reason: "network_not_allowed";
        };
        NewPasskeyOptions: {
            flow: string;
            options: components["schemas"]["CreationOptions"];
        };
        NoEmailAddress: {
            /** @constant */
            reason: "no_email_address";
        };
        NoMailServer: {
            /** @constant */
            reason: "no_mail_server";
        };
        NoSecondFactor: {
            /** @constant */
            reason: "no_second_factor";
        };
        NoSession: {
            /** @constant */
            reason: "session_required";
        };
        NotFound: {
            /** @constant */
            reason: "not_found";
        };
        NotMe: {
            token: string;
        };
        NotMeData: {
            expiresIn: number;
            token: string;
        };
        OfferData: {
            email: string | null;
            /** Format: date-time */
            expiresAt: string;
            inviter: string;
            name: string | null;
            passwordMaxLength: number;
            passwordMinLength: number;
            username: string | null;
        };
        OperationData: {
            action: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            createdById: number | null;
            done: number;
            failed: number;
            /** Format: date-time */
            finishedAt: string | null;
            id: number;
            kind: string;
            reason: string | null;
            result: Record<string, unknown>;
            /** Format: date-time */
            startedAt: string | null;
            /** @enum {unknown} */
            state: "cancelled" | "done" | "failed" | "queued" | "running";
            succeeded: number;
            total: number | null;
        };
        OperationEnded: {
            /** @constant */
            reason: "operation_ended";
        };
        OperationNotFound: {
            /** @constant */
            reason: "operation_not_found";
        };
        OperationPage: {
            list: components["schemas"]["OperationData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        /** @enum {unknown} */
        OutboxState: "delivered" | "failed" | "held" | "queued";
        Outranked: {
            /** @constant */
            reason: "outranked";
            required: string;
        };
        OwnAccount: {
            /** @constant */
            reason: "own_account";
        };
        OwnFactorList: {
            hasPassword: boolean;
            list: components["schemas"]["FactorData"][];
        };
        OwnFactors: {
            /** @constant */
            reason: "own_factors";
        };
        OwnPassword: {
            /** @constant */
            reason: "own_password";
        };
        Parameters: {
            alg: number;
            type: string;
        };
        Party: {
            id: string;
            name: string;
        };
        PasskeyData: {
            /** Format: date-time */
            createdAt: string;
            id: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
            recoveryCodes?: string[];
            rpId: string;
            synced: boolean;
            type: string;
            userVerified: boolean;
        };
        PasskeyEndpoints: {
            enroll: string;
            manage: string;
        };
        PasskeyList: {
            list: components["schemas"]["PasskeyData"][];
        };
        PasskeyLogin: {
            credential: components["schemas"]["Credential"];
            device?: string;
            flow: string;
        };
        PasskeyNeeded: {
            /** @constant */
            reason: "passkey_needed";
        };
        PasskeysUnavailable: {
            /** @constant */
            reason: "passkeys_unavailable";
        };
        PasskeyTaken: {
            /** @constant */
            reason: "passkey_taken";
        };
        PasswordChangeRequired: {
            /** @constant */
            reason: "password_change_required";
        };
        PasswordLinkData: {
            /** Format: date-time */
            expiresAt: string;
            link: string | null;
            mail: ("held" | "queued") | null;
        };
        PermissionData: {
            builtIn: boolean;
            description: string;
            name: string;
            roleCount: number;
            roles: string[];
        };
        PermissionDenied: {
            /** @constant */
            reason: "permission_denied";
            required: string;
        };
        PermissionList: {
            list: components["schemas"]["PermissionData"][];
            total: number;
        };
        PreconditionFailed: {
            /** @constant */
            reason: "precondition_failed";
        };
        PreviewMailText: {
            body?: string | null;
            subject?: string | null;
        };
        PublicKey: {
            alg: string;
            crv?: string;
            e?: string;
            kid: string;
            kty: string;
            n?: string;
            use: string;
            x?: string;
            y?: string;
        };
        ReadInvitation: {
            token: string;
        };
        RecentSignInData: {
            address: string;
            /** Format: date-time */
            time: string;
            userId: number | null;
            username: string;
        };
        RecoveryCodesData: {
            recoveryCodes: string[];
        };
        Refresh: {
            refreshToken: string;
        };
        RefreshTokenReused: {
            /** @constant */
            reason: "refresh_token_reused";
        };
        Register: {
            email: string;
            name?: string | null;
            password: string;
            username: string;
        };
        RegistrationClosed: {
            /** @constant */
            reason: "registration_closed";
        };
        RenameFactor: {
            name: string;
        };
        RenameKey: {
            name: string;
        };
        RequestCode: {
            identifier: string;
        };
        RequestOptions: {
            allowCredentials: components["schemas"]["Descriptor"][];
            challenge: string;
            rpId: string;
            timeout: number;
            /** @enum {unknown} */
            userVerification: "preferred" | "required";
        };
        RequestTimeout: {
            /** @constant */
            reason: "request_timeout";
        };
        ResetPassword: {
            password: string;
            token: string;
        };
        RoleData: {
            builtIn: boolean;
            /** Format: date-time */
            createdAt: string;
            description: string;
            id: number;
            name: string;
            permissions: string[];
            /** @enum {unknown} */
            requiredStrength: "password" | "phishingResistant" | "twoFactors";
            /** Format: date-time */
            updatedAt: string;
            userCount: number;
        };
        RoleNameTaken: {
            /** @constant */
            reason: "role_name_taken";
        };
        RoleNotFound: {
            /** @constant */
            reason: "role_not_found";
        };
        RoleNotHeld: {
            /** @constant */
            reason: "role_not_held";
            required: string;
            role: string;
        };
        RolePage: {
            list: components["schemas"]["RoleData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        RoleStillInUse: {
            /** @constant */
            reason: "role_in_use";
            users: number;
        };
        SchemaMismatch: {
            /** @constant */
            reason: "schema_mismatch";
        };
        SearchTimeout: {
            /** @constant */
            reason: "search_timeout";
        };
        SearchTooDeep: {
            /** @constant */
            reason: "search_too_deep";
        };
        SecondFactorRequired: {
            expiresIn: number;
            flow: string;
            methods: string[];
            /** @constant */
            reason: "second_factor_required";
            trustDevice: number;
        };
        Selection: {
            /** @default true */
            requireResidentKey?: boolean;
            /** @default required */
            residentKey?: string;
            /**
             * @default preferred
             * @enum {unknown}
             */
            userVerification?: "preferred" | "required";
        };
        SentInvitationData: {
            /** Format: date-time */
            acceptedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            email: string | null;
            /** Format: date-time */
            expiresAt: string;
            id: number;
            inviter: string;
            link: string;
            mail: ("held" | "queued") | null;
            name: string | null;
            roles: string[];
            /** @enum {unknown} */
            state: "accepted" | "expired" | "pending";
            userId: number | null;
            username: string | null;
        };
        ServiceAccount: {
            /** @constant */
            reason: "service_account";
        };
        ServiceAccountData: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            id: number;
            name: string;
            permissions: string[];
            roles: string[];
            /** @enum {integer} */
            status: 0 | 1;
            /** Format: date-time */
            updatedAt: string;
        };
        ServiceAccountNotFound: {
            /** @constant */
            reason: "service_account_not_found";
        };
        ServiceAccountPage: {
            list: components["schemas"]["ServiceAccountData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        SessionData: {
            address: string;
            /** Format: date-time */
            createdAt: string;
            current: boolean;
            device: string;
            /** Format: date-time */
            expiresAt: string;
            id: number;
            impersonator: string | null;
            /** Format: date-time */
            lastUsedAt: string;
        };
        SessionEnded: {
            /** @constant */
            reason: "session_ended";
        };
        SessionNotFound: {
            /** @constant */
            reason: "session_not_found";
        };
        SessionPage: {
            list: components["schemas"]["SessionData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        SettingData: {
            duration: boolean;
            name: string;
            secret: boolean;
            source: string;
            value: unknown;
        };
        SignInData: {
            date: string;
            failed: number;
            succeeded: number;
        };
        SignInExpired: {
            /** @constant */
            reason: "sign_in_expired";
        };
        SigningKeyData: {
            /** Format: date-time */
            activeAt: string;
            algorithm: string;
            /** Format: date-time */
            createdAt: string;
            kid: string;
            purpose: string;
            /** Format: date-time */
            retireAt: string | null;
            /** @enum {unknown} */
            state: "active" | "announced" | "retired" | "retiring";
        };
        SignInOptions: {
            flow: string;
            options: components["schemas"]["RequestOptions"];
        };
        StatsData: {
            activeSessions: number;
            factors: components["schemas"]["FactorCountsData"];
            failingAccounts: components["schemas"]["FailingAccountData"][];
            failingNetworks: components["schemas"]["FailingNetworkData"][];
            newUsers: number;
            recentSignIns: components["schemas"]["RecentSignInData"][];
            signIns: components["schemas"]["SignInData"][];
        };
        StepUpBody: {
            code?: string;
            credential?: components["schemas"]["Credential"] | null;
            /** @enum {unknown} */
            method: "passkey" | "password" | "totp";
            password?: string;
        };
        StepUpRequired: {
            maxAge?: number;
            methods: string[];
            /** @constant */
            reason: "step_up_required";
            requiredStrength?: string;
        };
        Stopping: {
            /** @constant */
            reason: "stopping";
            retryAfter: number;
        };
        SystemData: {
            audit: components["schemas"]["AuditStateData"];
            checklist: components["schemas"]["ChecklistItem"][];
            database: components["schemas"]["DatabaseData"];
            jobs: components["schemas"]["JobData"][];
            keys: components["schemas"]["SigningKeyData"][];
            mail: components["schemas"]["MailQueueData"];
            settings: components["schemas"]["SettingData"][];
            /** Format: date-time */
            time: string;
            version: string;
        };
        TokenData: {
            expiresIn: number;
            refreshToken: string;
            token: string;
        };
        TokenExpired: {
            /** @constant */
            reason: "token_expired";
        };
        TooManyApiKeys: {
            limit: number;
            /** @constant */
            reason: "too_many_api_keys";
        };
        TooManyApps: {
            limit: number;
            /** @constant */
            reason: "authenticator_limit_reached";
        };
        TooManyAttempts: {
            /** @constant */
            reason: "too_many_attempts";
            retryAfter: number;
        };
        TooManyGrants: {
            characters: number;
            limit: number;
            /** @constant */
            reason: "too_many_grants";
        };
        TooManyImports: {
            limit: number;
            /** @constant */
            reason: "too_many_imports";
        };
        TooManyInvitations: {
            limit: number;
            /** @constant */
            reason: "too_many_invitations";
        };
        TooManyLists: {
            /** @constant */
            reason: "too_many_lists";
            retryAfter: number;
        };
        TooManyMails: {
            /** @constant */
            reason: "too_many_mails";
            retryAfter: number;
        };
        TooManyOperations: {
            limit: number;
            /** @constant */
            reason: "too_many_operations";
        };
        TooManyPasskeys: {
            /** @constant */
            reason: "too_many_passkeys";
        };
        TooManyRequests: {
            /** @constant */
            reason: "too_many_requests";
            retryAfter: number;
        };
        TooManyRoles: {
            limit: number;
            /** @constant */
            reason: "too_many_roles";
        };
        TooManyServiceAccounts: {
            limit: number;
            /** @constant */
            reason: "too_many_service_accounts";
        };
        TooManyStreams: {
            /** @constant */
            reason: "too_many_streams";
            retryAfter: number;
        };
        TooManyWebhooks: {
            limit: number;
            /** @constant */
            reason: "too_many_webhooks";
        };
        UnreadableFile: {
            /** @constant */
            reason: "unreadable_file";
        };
        UnsupportedMediaType: {
            /** @constant */
            reason: "unsupported_media_type";
        };
        UpdateAccount: {
            avatar?: string | null;
            email?: string | null;
            name?: string;
            phone?: string | null;
        };
        UpdateBrand: {
            colour?: string | null;
            footerLinks?: components["schemas"]["FooterLinkData"][] | null;
            name?: string | null;
        };
        UpdateMailText: {
            body: string;
            subject: string;
        };
        UpdateRole: {
            description?: string | null;
            name?: string;
            permissions?: string[];
            /** @enum {unknown} */
            requiredStrength?: "password" | "phishingResistant" | "twoFactors";
        };
        UpdateServiceAccount: {
            description?: string | null;
            name?: string;
            roles?: string[];
            /** @enum {integer} */
            status?: 0 | 1;
        };
        UpdateUser: {
            avatar?: string | null;
            email?: string | null;
            emailVerified?: boolean;
            metadata?: {
                [key: string]: unknown;
            } | null;
            mustChangePassword?: boolean;
            name?: string;
            password?: string | null;
            phone?: string | null;
            roles?: string[];
            /** @enum {integer} */
            status?: 0 | 1;
            username?: string;
        };
        UpdateWebhook: {
            description?: string | null;
            enabled?: boolean;
            events?: string[];
            url?: string;
        };
        UserData: {
            avatar: string | null;
            /** Format: date-time */
            createdAt: string;
            email: string | null;
            emailVerified: boolean;
            id: number;
            /** Format: date-time */
            lastLoginAt: string | null;
            metadata: {
                [key: string]: unknown;
            };
            mustChangePassword: boolean;
            name: string;
            pendingEmail: string | null;
            permissions: string[];
            phone: string | null;
            /** @enum {unknown} */
            requiredStrength: "password" | "phishingResistant" | "twoFactors";
            roles: string[];
            service: boolean;
            /** @enum {integer} */
            status: 0 | 1;
            /** @enum {unknown} */
            strength: "password" | "phishingResistant" | "twoFactors";
            /** Format: date-time */
            updatedAt: string;
            username: string;
        };
        UserFilterParams: {
            createdFrom?: string;
            createdTo?: string;
            emailVerified?: boolean;
            id?: number;
            keyword?: string;
            mustChangePassword?: boolean;
            neverSignedIn?: boolean;
            noRole?: boolean;
            phone?: string;
            role?: string;
            service?: boolean;
            /** @enum {integer} */
            status?: 0 | 1;
        };
        UsernameTaken: {
            /** @constant */
            reason: "username_taken";
        };
        UserNotFound: {
            /** @constant */
            reason: "user_not_found";
        };
        UserPage: {
            list: components["schemas"]["UserData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        ValidationFailed: {
            fields: {
                field: string;
                message: string;
            }[];
            /** @constant */
            reason: "validation_failed";
        };
        VerifyCode: {
            code: string;
            device?: string;
            flow: string;
        };
        WebhookData: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            disabledMessage: string | null;
            disabledReason: components["schemas"]["DisabledReason"] | null;
            enabled: boolean;
            events: string[];
            /** Format: date-time */
            failingSince: string | null;
            id: number;
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
        WebhookDisabled: {
            /** @constant */
            reason: "webhook_disabled";
        };
        WebhookNotFound: {
            /** @constant */
            reason: "webhook_not_found";
        };
        WebhookPage: {
            list: components["schemas"]["WebhookData"][];
            page: number;
            pageSize: number;
            total: number;
            totalCapped: boolean;
        };
        WebhookSecretData: {
            /** Format: date-time */
            createdAt: string;
            description: string;
            disabledMessage: string | null;
            disabledReason: components["schemas"]["DisabledReason"] | null;
            enabled: boolean;
            events: string[];
            /** Format: date-time */
            failingSince: string | null;
            id: number;
            secret: string;
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
        WrongPassword: {
            fields: {
                field: string;
                message: string;
            }[];
            /** @constant */
            reason: "wrong_password";
        };
        WrongRegistrationPassword: {
            /** @constant */
            reason: "wrong_registration_password";
            remaining: number;
        };
    };
}
export type $defs = Record<string, unknown>;
export interface operations {
    systemJwks: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
        };
    };
    passkeysWellKnown: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyEndpoints"];
                };
            };
        };
    };
    revocationsFeed: {
        parameters: {
            query?: {
                since?: number | null;
                wait?: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/revocations+jwt": string;
                };
            };
        };
    };
    avatarsUploadOwn: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    avatarsDeleteOwn: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    auditPage: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                cursor?: string;
                format?: "csv" | "json" | "";
                from?: string;
                pageSize?: number;
                target?: string;
                to?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["AuditPage"];
                        message: string;
                    };
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    auditOne: {
        parameters: {
            path: {
                entry: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["AuditEntryData"];
                        message: string;
                    };
                };
            };
        };
    };
    hostedPagesConfiguration: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ConfigurationData"];
                        message: string;
                    };
                };
            };
        };
    };
    devicesOwn: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["DeviceList"];
                        message: string;
                    };
                };
            };
        };
    };
    devicesForgetAll: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    devicesForget: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    emailChangeChange: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmail"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["EmailChangeData"];
                        message: string;
                    };
                };
            };
        };
    };
    emailCodeRequestCode: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestCode"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["CodeFlow"];
                        message: string;
                    };
                };
            };
        };
    };
    emailCodeVerifyCode: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyCode"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["LoginData"];
                        message: string;
                    };
                };
            };
        };
    };
    emailChangeConfirm: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailedToken"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    emailChangeRevoke: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailedToken"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    factorsOwn: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OwnFactorList"];
                        message: string;
                    };
                };
            };
        };
    };
    factorsRename: {
        parameters: {
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameFactor"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["FactorData"];
                        message: string;
                    };
                };
            };
        };
    };
    factorsRemove: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    totpEnrol: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EnrolApp"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["EnrolmentData"];
                        message: string;
                    };
                };
            };
        };
    };
    totpConfirm: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmApp"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ConfirmedApp"];
                        message: string;
                    };
                };
            };
        };
    };
    invitationsAccept: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["LoginData"];
                        message: string;
                    };
                };
            };
        };
    };
    invitationsReadOffer: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadInvitation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OfferData"];
                        message: string;
                    };
                };
            };
        };
    };
    authLogin: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["LoginData"];
                        message: string;
                    };
                };
            };
        };
    };
    authContinueLogin: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueLogin"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["LoginData"];
                        message: string;
                    };
                };
            };
        };
    };
    passkeysLogin: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyLogin"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["LoginData"];
                        message: string;
                    };
                };
            };
        };
    };
    passkeysBeginSignIn: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BeginSignIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["SignInOptions"];
                        message: string;
                    };
                };
            };
        };
    };
    authLogout: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    accountLogoutAll: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    devicesDisown: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotMe"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["NotMeData"];
                        message: string;
                    };
                };
            };
        };
    };
    passkeysPage: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["PasskeyList"];
                        message: string;
                    };
                };
            };
        };
    };
    passkeysCreate: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePasskey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["PasskeyData"];
                        message: string;
                    };
                };
            };
        };
    };
    passkeysRename: {
        parameters: {
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameFactor"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["PasskeyData"];
                        message: string;
                    };
                };
            };
        };
    };
    passkeysRemove: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    passkeysBegin: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["NewPasskeyOptions"];
                        message: string;
                    };
                };
            };
        };
    };
    accountChangePassword: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["TokenData"];
                        message: string;
                    };
                };
            };
        };
    };
    passkeysRemovePassword: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    recoveryForgot: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ForgottenData"];
                        message: string;
                    };
                };
            };
        };
    };
    recoveryReset: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    factorsNewRecoveryCodes: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["RecoveryCodesData"];
                        message: string;
                    };
                };
            };
        };
    };
    authRefresh: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["TokenData"];
                        message: string;
                    };
                };
            };
        };
    };
    registrationRegister: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Register"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["FlowData"];
                        message: string;
                    };
                };
            };
        };
    };
    registrationConfirm: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmRegistration"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["LoginData"];
                        message: string;
                    };
                };
            };
        };
    };
    accountSessions: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["SessionPage"];
                        message: string;
                    };
                };
            };
        };
    };
    accountEndSession: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    accountStepUp: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUpBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["TokenData"];
                        message: string;
                    };
                };
            };
        };
    };
    apiKeysOwn: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["KeyList"];
                        message: string;
                    };
                };
            };
        };
    };
    apiKeysCreate: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["KeyData"];
                        message: string;
                    };
                };
            };
        };
    };
    apiKeysRename: {
        parameters: {
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["KeyData"];
                        message: string;
                    };
                };
            };
        };
    };
    apiKeysDelete: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    authCurrentUser: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["CurrentUserData"];
                        message: string;
                    };
                };
            };
        };
    };
    accountUpdate: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccount"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    brandingRead: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["BrandData"];
                        message: string;
                    };
                };
            };
        };
    };
    brandingUpdate: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBrand"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["BrandData"];
                        message: string;
                    };
                };
            };
        };
    };
    brandingUploadLogo: {
        parameters: {
            path: {
                variant: string;
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["BrandData"];
                        message: string;
                    };
                };
            };
        };
    };
    brandingDeleteLogo: {
        parameters: {
            path: {
                variant: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["BrandData"];
                        message: string;
                    };
                };
            };
        };
    };
    eventStreamEvents: {
        parameters: {
            query?: {
                types?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    transferWaiting: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ImportList"];
                        message: string;
                    };
                };
            };
        };
    };
    transferUpload: {
        parameters: {
            query?: {
                existing?: "refuse" | "skip" | "update" | "";
                filename?: string;
                format?: "" | "auth0" | "authentik" | "csv" | "django" | "excel" | "jsonl" | "keycloak" | "pocketbase" | "ruoyi" | "supabase" | "";
                roleMapping?: string;
                roles?: "merge" | "replace" | "";
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OperationData"];
                        message: string;
                    };
                };
            };
        };
    };
    transferDiscard: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    transferApply: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OperationData"];
                        message: string;
                    };
                };
            };
        };
    };
    invitationsPage: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                state?: "accepted" | "expired" | "pending" | "";
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["InvitationPage"];
                        message: string;
                    };
                };
            };
        };
    };
    invitationsCreate: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["SentInvitationData"];
                        message: string;
                    };
                };
            };
        };
    };
    invitationsRead: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["InvitationData"];
                        message: string;
                    };
                };
            };
        };
    };
    invitationsDelete: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    invitationsResend: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["SentInvitationData"];
                        message: string;
                    };
                };
            };
        };
    };
    mailPage: {
        parameters: {
            query?: {
                kind?: string;
                page?: number;
                pageSize?: number;
                recipient?: string;
                state?: components["schemas"]["OutboxState"] | null;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["MailPage"];
                        message: string;
                    };
                };
            };
        };
    };
    mailRead: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["MailContentData"];
                        message: string;
                    };
                };
            };
        };
    };
    mailRetry: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["MailData"];
                        message: string;
                    };
                };
            };
        };
    };
    mailTextsPage: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["MailTextList"];
                        message: string;
                    };
                };
            };
        };
    };
    mailTextsUpdate: {
        parameters: {
            path: {
                kind: string;
                language: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMailText"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["MailTextData"];
                        message: string;
                    };
                };
            };
        };
    };
    mailTextsReset: {
        parameters: {
            path: {
                kind: string;
                language: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    mailTextsPreview: {
        parameters: {
            path: {
                kind: string;
                language: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewMailText"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["MailPreview"];
                        message: string;
                    };
                };
            };
        };
    };
    operationsPage: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OperationPage"];
                        message: string;
                    };
                };
            };
        };
    };
    operationsCreate: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOperation"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OperationData"];
                        message: string;
                    };
                };
            };
        };
    };
    operationsRead: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OperationData"];
                        message: string;
                    };
                };
            };
        };
    };
    operationsCancel: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OperationData"];
                        message: string;
                    };
                };
            };
        };
    };
    operationsFailures: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["FailurePage"];
                        message: string;
                    };
                };
            };
        };
    };
    rolesPermissions: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["PermissionList"];
                        message: string;
                    };
                };
            };
        };
    };
    rolesPage: {
        parameters: {
            query?: {
                keyword?: string;
                page?: number;
                pageSize?: number;
                sort?: string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["RolePage"];
                        message: string;
                    };
                };
            };
        };
    };
    rolesCreate: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRole"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["RoleData"];
                        message: string;
                    };
                };
            };
        };
    };
    rolesRead: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["RoleData"];
                        message: string;
                    };
                };
            };
        };
    };
    rolesUpdate: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["RoleData"];
                        message: string;
                    };
                };
            };
        };
    };
    rolesDelete: {
        parameters: {
            query?: {
                force?: boolean;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsPage: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ServiceAccountPage"];
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsCreate: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceAccount"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ServiceAccountData"];
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsRead: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ServiceAccountData"];
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsUpdate: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateServiceAccount"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ServiceAccountData"];
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsDelete: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsKeys: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["KeyList"];
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsCreateKey: {
        parameters: {
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["KeyData"];
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsRenameKey: {
        parameters: {
            path: {
                id: number;
                key: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["KeyData"];
                        message: string;
                    };
                };
            };
        };
    };
    serviceAccountsDeleteKey: {
        parameters: {
            path: {
                id: number;
                key: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    statsRead: {
        parameters: {
            query?: {
                days?: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["StatsData"];
                        message: string;
                    };
                };
            };
        };
    };
    systemRead: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["SystemData"];
                        message: string;
                    };
                };
            };
        };
    };
    systemVerify: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["OperationData"];
                        message: string;
                    };
                };
            };
        };
    };
    systemRotate: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["SigningKeyData"];
                        message: string;
                    };
                };
            };
        };
    };
    usersPage: {
        parameters: {
            query?: {
                createdFrom?: string;
                createdTo?: string;
                emailVerified?: boolean;
                id?: number;
                keyword?: string;
                mustChangePassword?: boolean;
                neverSignedIn?: boolean;
                noRole?: boolean;
                page?: number;
                pageSize?: number;
                phone?: string;
                role?: string;
                service?: boolean;
                sort?: "id" | "-id" | "username" | "-username" | "name" | "-name" | "email" | "-email" | "status" | "-status" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastLoginAt" | "-lastLoginAt" | "";
                status?: (0 | 1) | "";
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserPage"];
                        message: string;
                    };
                };
            };
        };
    };
    usersCreate: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    usersRead: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    usersUpdate: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    usersDelete: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    avatarsUpload: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    avatarsDelete: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["UserData"];
                        message: string;
                    };
                };
            };
        };
    };
    usersConfusables: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ConfusableList"];
                        message: string;
                    };
                };
            };
        };
    };
    factorsOfUser: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["FactorList"];
                        message: string;
                    };
                };
            };
        };
    };
    factorsReset: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    impersonationBegin: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["ImpersonationData"];
                        message: string;
                    };
                };
            };
        };
    };
    recoveryCreateLink: {
        parameters: {
            path: {
                id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreatePasswordLink"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["PasswordLinkData"];
                        message: string;
                    };
                };
            };
        };
    };
    usersPermissions: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["EffectivePermission"][];
                        message: string;
                    };
                };
            };
        };
    };
    accountUserSessions: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["SessionPage"];
                        message: string;
                    };
                };
            };
        };
    };
    accountEndUserSessions: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    accountEndUserSession: {
        parameters: {
            path: {
                id: number;
                sessionId: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    apiKeysOfUser: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["KeyList"];
                        message: string;
                    };
                };
            };
        };
    };
    apiKeysDeleteAllOfUser: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    apiKeysDeleteOfUser: {
        parameters: {
            path: {
                id: number;
                key: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    locksUnlock: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    transferExport: {
        parameters: {
            query?: {
                columns?: string;
                createdFrom?: string;
                createdTo?: string;
                emailVerified?: boolean;
                format?: "csv" | "json" | "xlsx" | "";
                id?: number;
                keyword?: string;
                mustChangePassword?: boolean;
                neverSignedIn?: boolean;
                noRole?: boolean;
                phone?: string;
                role?: string;
                service?: boolean;
                sort?: "id" | "-id" | "username" | "-username" | "name" | "-name" | "email" | "-email" | "status" | "-status" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastLoginAt" | "-lastLoginAt" | "";
                status?: (0 | 1) | "";
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    locksPage: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["LockedPage"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksPage: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["WebhookPage"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksCreate: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["WebhookSecretData"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksRead: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["WebhookData"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksUpdate: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["WebhookData"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksDelete: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: null;
                        message: string;
                    };
                };
            };
        };
    };
    webhooksDeliveries: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                state?: components["schemas"]["OutboxState"] | null;
            };
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["DeliveryPage"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksReplay: {
        parameters: {
            path: {
                delivery: number;
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["DeliveryData"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksRotateSecret: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["WebhookSecretData"];
                        message: string;
                    };
                };
            };
        };
    };
    webhooksTest: {
        parameters: {
            path: {
                id: number;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["DeliveryData"];
                        message: string;
                    };
                };
            };
        };
    };
    systemHealthz: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["Health"];
                        message: string;
                    };
                };
            };
        };
    };
    descriptionOpenapi: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
        };
    };
    systemReadyz: {
        parameters: {
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 200;
                        data: components["schemas"]["Health"];
                        message: string;
                    };
                };
            };
        };
    };
}

/** What comes with each reason of a failure. */
export interface Failures {
    account_disabled: components["schemas"]["AccountDisabled"];
    already_invited: components["schemas"]["AlreadyInvited"];
    api_key_not_found: components["schemas"]["ApiKeyNotFound"];
    audit_entry_not_found: components["schemas"]["AuditEntryNotFound"];
    authentication_required: components["schemas"]["AuthenticationRequired"];
    authenticator_clock_off: components["schemas"]["AppClockOff"];
    authenticator_limit_reached: components["schemas"]["TooManyApps"];
    beyond_own_rights: components["schemas"]["BeyondOwnRights"];
    body_too_large: components["schemas"]["BodyTooLarge"];
    built_in_role: components["schemas"]["BuiltInRole"];
    busy: components["schemas"]["Busy"];
    client_disconnected: components["schemas"]["ClientDisconnected"];
    cross_site_request: components["schemas"]["CrossSiteRequest"];
    database_unavailable: components["schemas"]["DatabaseUnavailable"];
    delivery_not_found: components["schemas"]["DeliveryNotFound"];
    device_not_found: components["schemas"]["DeviceNotFound"];
    email_code_disabled: components["schemas"]["EmailCodeDisabled"];
    email_taken: components["schemas"]["EmailTaken"];
    enrolment_required: components["schemas"]["EnrolmentRequired"];
    event_gone: components["schemas"]["EventGone"];
    factor_not_found: components["schemas"]["FactorNotFound"];
    factor_still_required: components["schemas"]["FactorStillRequired"];
    head_too_large: components["schemas"]["HeadTooLarge"];
    idempotency_key_reused: components["schemas"]["IdempotencyKeyReused"];
    impersonated_session: components["schemas"]["ImpersonationNotAllowed"];
    import_gone: components["schemas"]["ImportGone"];
    import_not_ready: components["schemas"]["ImportNotReady"];
    internal_error: components["schemas"]["InternalError"];
    invalid_code: components["schemas"]["InvalidCode"];
    invalid_credentials: components["schemas"]["InvalidCredentials"];
    invalid_one_time_token: components["schemas"]["InvalidOneTimeToken"];
    invalid_passkey: components["schemas"]["InvalidPasskey"];
    invalid_refresh_token: components["schemas"]["InvalidRefreshToken"];
    invalid_registration: components["schemas"]["InvalidRegistration"];
    invalid_token: components["schemas"]["InvalidToken"];
    invitation_accepted: components["schemas"]["InvitationAccepted"];
    invitation_not_found: components["schemas"]["InvitationNotFound"];
    invitation_required: components["schemas"]["InvitationRequired"];
    key_in_use: components["schemas"]["KeyInUse"];
    key_not_allowed: components["schemas"]["KeyNotAllowed"];
    key_not_found: components["schemas"]["KeyNotFound"];
    last_administrator: components["schemas"]["LastAdministrator"];
    last_way_in: components["schemas"]["LastWayIn"];
    lists_busy: components["schemas"]["ListsBusy"];
    mail_content_erased: components["schemas"]["MailContentErased"];
    mail_not_found: components["schemas"]["MailNotFound"];
    mail_text_not_found: components["schemas"]["MailTextNotFound"];
    malformed_http: components["schemas"]["MalformedHttp"];
    malformed_request: components["schemas"]["MalformedRequest"];
    method_not_allowed: components["schemas"]["MethodNotAllowed"];
    network_not_allowed: components["schemas"]["NetworkNotAllowed"];
    no_email_address: components["schemas"]["NoEmailAddress"];
    no_mail_server: components["schemas"]["NoMailServer"];
    no_second_factor: components["schemas"]["NoSecondFactor"];
    not_found: components["schemas"]["NotFound"];
    operation_ended: components["schemas"]["OperationEnded"];
    operation_not_found: components["schemas"]["OperationNotFound"];
    outranked: components["schemas"]["Outranked"];
    own_account: components["schemas"]["OwnAccount"];
    own_factors: components["schemas"]["OwnFactors"];
    own_password: components["schemas"]["OwnPassword"];
    passkey_needed: components["schemas"]["PasskeyNeeded"];
    passkey_taken: components["schemas"]["PasskeyTaken"];
    passkeys_unavailable: components["schemas"]["PasskeysUnavailable"];
    password_change_required: components["schemas"]["PasswordChangeRequired"];
    permission_denied: components["schemas"]["PermissionDenied"];
    precondition_failed: components["schemas"]["PreconditionFailed"];
    refresh_token_reused: components["schemas"]["RefreshTokenReused"];
    registration_closed: components["schemas"]["RegistrationClosed"];
    request_timeout: components["schemas"]["RequestTimeout"];
    role_in_use: components["schemas"]["RoleStillInUse"];
    role_name_taken: components["schemas"]["RoleNameTaken"];
    role_not_found: components["schemas"]["RoleNotFound"];
    role_not_held: components["schemas"]["RoleNotHeld"];
    schema_mismatch: components["schemas"]["SchemaMismatch"];
    search_timeout: components["schemas"]["SearchTimeout"];
    search_too_deep: components["schemas"]["SearchTooDeep"];
    second_factor_required: components["schemas"]["SecondFactorRequired"];
    service_account: components["schemas"]["ServiceAccount"];
    service_account_not_found: components["schemas"]["ServiceAccountNotFound"];
    session_ended: components["schemas"]["SessionEnded"];
    session_not_found: components["schemas"]["SessionNotFound"];
    session_required: components["schemas"]["NoSession"];
    sign_in_expired: components["schemas"]["SignInExpired"];
    step_up_required: components["schemas"]["StepUpRequired"];
    stopping: components["schemas"]["Stopping"];
    token_expired: components["schemas"]["TokenExpired"];
    too_many_api_keys: components["schemas"]["TooManyApiKeys"];
    too_many_attempts: components["schemas"]["TooManyAttempts"];
    too_many_grants: components["schemas"]["TooManyGrants"];
    too_many_imports: components["schemas"]["TooManyImports"];
    too_many_invitations: components["schemas"]["TooManyInvitations"];
    too_many_lists: components["schemas"]["TooManyLists"];
    too_many_mails: components["schemas"]["TooManyMails"];
    too_many_operations: components["schemas"]["TooManyOperations"];
    too_many_passkeys: components["schemas"]["TooManyPasskeys"];
    too_many_requests: components["schemas"]["TooManyRequests"];
    too_many_roles: components["schemas"]["TooManyRoles"];
    too_many_service_accounts: components["schemas"]["TooManyServiceAccounts"];
    too_many_streams: components["schemas"]["TooManyStreams"];
    too_many_webhooks: components["schemas"]["TooManyWebhooks"];
    unreadable_file: components["schemas"]["UnreadableFile"];
    unsupported_media_type: components["schemas"]["UnsupportedMediaType"];
    user_not_found: components["schemas"]["UserNotFound"];
    username_taken: components["schemas"]["UsernameTaken"];
    validation_failed: components["schemas"]["ValidationFailed"];
    weak_key: components["schemas"]["KeyTooWeak"];
    webhook_disabled: components["schemas"]["WebhookDisabled"];
    webhook_not_found: components["schemas"]["WebhookNotFound"];
    wrong_password: components["schemas"]["WrongPassword"];
    wrong_registration_password: components["schemas"]["WrongRegistrationPassword"];
}
