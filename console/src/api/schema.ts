// Written by `npm run types` from the service's OpenAPI document.
export interface paths {
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Checks a username or e-mail address, both case-insensitive, and the password, and opens a session. The response to wrong credentials is the same whether or not the user exists. A user with a second factor gets 401 `second_factor_required`, and goes on with `POST /api/auth/login/continue`; so does a user on an unknown device where `DOORWARD_NEW_DEVICE` is `verify`. The body is read as JSON whatever its content type.
         */
        post: operations["authLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove a second factor
         * @description Finishes a sign-in that was answered with 401 `second_factor_required`. A flow has five tries in all, `remaining` says how many are left. Wrong codes also count for the account, apart from wrong passwords. After a recovery code, `recoveryCodesLeft` says how many there are. With `trustDevice` the second factor is skipped at later sign-ins that send the secret of this device, until the password or a factor changes or the time is over.
         */
        post: operations["authContinueLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signed-in user
         * @description The user that the token belongs to, with the roles and permissions of this moment, not of the moment when the token was issued. For an API key it is the owner, with the permissions that key and owner have in common; `roles` is empty unless the key has all permissions of its owner. `service` tells programs from people. `impersonator` is there while an administrator acts as the user.
         */
        get: operations["authCurrentUser"];
        /**
         * Update your profile
         * @description Updates your name, e-mail address, phone and avatar: the fields that the body names. Other fields in the body are ignored. Another e-mail address asks for recent authentication, becomes `pendingEmail`, and counts once the link that is mailed to it was used, as with `PUT /api/auth/email`.
         */
        put: operations["accountUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token
         * @description Returns the next access token and the next refresh token. A refresh token that is sent again within a short grace period gets the same successor, so a lost response or a second tab does no harm. Sent again later, it counts as stolen and ends the session. The body is read as JSON whatever its content type.
         */
        post: operations["authRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session: its access and refresh tokens are rejected from now on, on every node. A token that has expired, or whose session has ended already, is accepted too. A cookie that holds no token is only deleted.
         */
        post: operations["authLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password
         * @description Changes your password and ends all your other sessions. The current password is required; a wrong one counts as a failed sign-in. You are told by mail. Returns new tokens: the refresh token of this session is no longer accepted.
         */
        put: operations["accountChangePassword"];
        post?: never;
        /**
         * Remove your password
         * @description Removes your password: you sign in by passkey alone. Asks for recent authentication, and for a passkey that verifies you. Your other sessions end, and you are told by mail. A link to reset your password sets one again.
         */
        delete: operations["passkeysRemovePassword"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authenticate again
         * @description Authenticates you again, for what needs a more recent or a stronger authentication: it answers 401 `step_up_required` and names the `methods` that you have. With a second factor, the password is not among them. Returns new tokens, with the new `auth_time`. A wrong password counts as a failed sign-in, a wrong code for the account.
         */
        post: operations["accountStepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Lists your sessions, most recently used first. `lastUsedAt` and `address` are those of the last sign-in or refresh.
         */
        get: operations["accountSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Ends one of your sessions. Its tokens are refused from then on.
         */
        delete: operations["accountEndSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out everywhere
         * @description Ends all your sessions, including the current one.
         */
        post: operations["accountLogoutAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Lists users, filtered and sorted, one page at a time. An empty parameter counts as absent. A page past the end is an empty list with the true total.
         */
        get: operations["usersPage"];
        put?: never;
        /**
         * Create a user
         * @description Creates a user. `name` defaults to the username, `status` to enabled. Callers can grant only roles whose permissions they hold, and which they have themselves unless they hold `roles:grant`.
         */
        post: operations["usersCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description Returns one user by id.
         */
        get: operations["usersRead"];
        /**
         * Change a user
         * @description Updates the fields that the body names and leaves the others; null clears a field. A blank `password` leaves the password. A new password, or disabling the user, ends their sessions. The last enabled administrator cannot be disabled or lose that role. Callers cannot disable themselves, set their own password here (`PUT /api/auth/password` does), or update users who hold permissions that they lack. A role that callers do not have themselves takes `roles:grant`: to grant it, and to change the username, e-mail address or password of a user who has it.
         */
        put: operations["usersUpdate"];
        post?: never;
        /**
         * Delete a user
         * @description Deletes a user and ends their sessions. The last enabled administrator cannot be deleted. Callers cannot delete themselves, or users who hold permissions that they lack.
         */
        delete: operations["usersDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/confusables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users with a similar username
         * @description Lists other users whose usernames look like this one's, such as `аdmin` with a Cyrillic `а`: their skeletons by Unicode Technical Standard 39 are equal, regardless of case. Users who were imported appear within minutes.
         */
        get: operations["usersConfusables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's sessions
         * @description Lists the sessions of a user.
         */
        get: operations["accountUserSessions"];
        put?: never;
        post?: never;
        /**
         * End a user's sessions
         * @description Ends all sessions of a user. Callers cannot do so to users who hold permissions that they lack.
         */
        delete: operations["accountEndUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of a user's sessions
         * @description Ends one session of a user; the list of their sessions has its id. Callers cannot do so to users who hold permissions that they lack.
         */
        delete: operations["accountEndUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description Lists roles, one page at a time. `keyword` matches anywhere in the name or description.
         */
        get: operations["rolesPage"];
        put?: never;
        /**
         * Create a role
         * @description Creates a role. Applications may use permissions of their own. Callers can give a role only permissions that they hold themselves. There can be 1,000 roles, which together grant 5,000 permissions of 150,000 characters.
         */
        post: operations["rolesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a role
         * @description Returns one role by id.
         */
        get: operations["rolesRead"];
        /**
         * Change a role
         * @description Updates the fields that the body names and leaves the others. Users of the role have the new permissions from their next request on. A new name needs `roles:grant`, because it gives that name to all users of the role. A lower `requiredStrength` needs the role itself or `roles:grant`; a higher one needs every permission that users of the role hold. Built-in roles keep their names, and `admin` keeps `*`.
         */
        put: operations["rolesUpdate"];
        post?: never;
        /**
         * Delete a role
         * @description Deletes a role. A role that users have is deleted only with `force=true`, which removes it from them: it grants nothing from the next request on, whatever the number of its users. Built-in roles cannot be deleted.
         */
        delete: operations["rolesDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List permissions
         * @description Lists all permissions that the service checks or a role grants, with the roles that grant them.
         */
        get: operations["rolesPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit trail
         * @description Lists audit entries, newest first: sign-ins, failed sign-ins, and all changes of users, roles, keys and settings.
         *
         *     `cursor` continues on the next page; a page costs the same however old it is. With several filters a page may hold fewer entries than `pageSize`, even none, before the last one: follow `nextCursor` until it is null.
         *
         *     `format=csv`, or `Accept: text/csv`, exports all matching entries as a file, without the envelope.
         */
        get: operations["auditPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics
         * @description Returns the number of live sessions, and succeeded and failed sign-ins by day, counted from the audit trail, and how many users have each type of second factor.
         *
         *     For the number of users, enabled or disabled, read `total` of the list of users.
         */
        get: operations["statsRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness
         * @description Succeeds as long as the process runs, whatever the state of the database. For liveness probes.
         */
        get: operations["systemHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness
         * @description Succeeds when the database responds and has a schema that this version can work with. For readiness probes and load balancers.
         */
        get: operations["systemReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys
         * @description The keys with which other services verify access tokens themselves (RFC 7517). A token names its key in the `kid` of its header. Read the set again when a token names a key that is not in it.
         */
        get: operations["systemJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * OpenAPI document
         * @description The OpenAPI 3.1 document of this API.
         */
        get: operations["descriptionOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your API keys
         * @description Lists your API keys, without their texts.
         */
        get: operations["apiKeysOwn"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key, which programs send as `Authorization: Bearer dwk_...`. `token` is shown this once. The key may do what both its list of permissions and you may, at the moment of each request. Asks for recent authentication, and a mail tells you. A key can neither create keys nor change your account.
         */
        post: operations["apiKeysCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename one of your API keys
         * @description Gives one of your API keys another name. For other permissions, networks or another end, create a new key.
         */
        put: operations["apiKeysRename"];
        post?: never;
        /**
         * Delete one of your API keys
         * @description Deletes one of your API keys. It is refused from the next request on, on every node.
         */
        delete: operations["apiKeysDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's API keys
         * @description Lists the API keys of a person, without their texts.
         */
        get: operations["apiKeysOfUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user's API keys
         * @description Deletes all API keys of a person. Callers cannot do this to users who hold permissions that they lack.
         */
        delete: operations["apiKeysDeleteAllOfUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/tokens/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one API key of a user
         * @description Deletes one API key of a person. Callers cannot do this to users who hold permissions that they lack.
         */
        delete: operations["apiKeysDeleteOfUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the branding
         * @description Returns what pages show: name, colours, paths of the logos, and footer links. Needs no sign-in.
         */
        get: operations["brandingRead"];
        /**
         * Change the branding
         * @description Changes the values that the body names. A value set here counts instead of that in the settings; null takes that of the settings again. A colour without a contrast of 4.5:1 on light backgrounds is refused with its contrast. All nodes show the change within seconds.
         */
        put: operations["brandingUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/branding/logo/{variant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a logo
         * @description Uploads a logo for light or dark backgrounds (`light`, `dark`): the file itself is the body, at most 128 KiB. PNG, JPEG, WebP, GIF and SVG are told by content. An SVG with scripts, handlers, a DOCTYPE or references to other hosts is refused.
         */
        put: operations["brandingUploadLogo"];
        post?: never;
        /**
         * Remove an uploaded logo
         * @description Removes an uploaded logo. Pages show that of the settings again, or none.
         */
        delete: operations["brandingDeleteLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your devices
         * @description Lists the devices from which you signed in: those that you trust, and all where `DOORWARD_NEW_DEVICE` is not `off`.
         */
        get: operations["devicesOwn"];
        put?: never;
        post?: never;
        /**
         * Forget all your devices
         * @description Forgets all your devices. Sessions go on.
         */
        delete: operations["devicesForgetAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget one of your devices
         * @description Forgets one of your devices: it is trusted no more, and its next sign-in counts as one from a new device. Its session goes on.
         */
        delete: operations["devicesForget"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/not-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disown a sign-in
         * @description Disowns the sign-in of which a mail told you: ends all sessions, forgets all devices, removes the password, and ends mailed links and pending sign-ins. Second factors stay. The returned token sets a new password.
         */
        post: operations["devicesDisown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your e-mail address
         * @description Changes your e-mail address; asks for recent authentication. A new one becomes `pendingEmail`, and counts once the link that is mailed to it was used. The former address is told, with a link that revokes the change. The answer is the same for an address that another user has; its confirmation fails. Your current address is confirmed if it has not been; otherwise it ends a change that waits for its confirmation.
         */
        put: operations["emailChangeChange"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an e-mail address
         * @description Confirms a new e-mail address by the token of the link that was mailed to it. Other links that were mailed to the user end, except the one that revokes the change.
         */
        post: operations["emailChangeConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a change of your e-mail address
         * @description Revokes a change of address by the token of the link that was mailed to the former address. Before the confirmation it cancels the change. After it, for seven days from the request, it restores the former address, ends all sessions and removes the password: choose a new one by `POST /api/auth/password/forgot`.
         */
        post: operations["emailChangeRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a code for signing in
         * @description Mails a code for signing in. The answer, its work and its time are the same whether or not there is such a user. No mail is sent to users who are disabled or have no e-mail address.
         */
        post: operations["emailCodeRequestCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-code/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a mailed code
         * @description Signs in by the mailed code and the flow that asked for it, and verifies the e-mail address. A flow has five tries in all, `remaining` says how many are left. Wrong codes also count for the account, apart from wrong passwords.
         */
        post: operations["emailCodeVerifyCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Sends events as they happen, as server-sent events (`text/event-stream`). Each has the number of the event as its `id`, its type, and the same document as a webhook. A client that comes back with the header `Last-Event-ID` continues behind that event; without it, a stream begins with the next one. Events are kept for 7 days. A comment comes at least every 15 seconds. The stream ends within seconds when the session or the permission ends, when the token expires, and when the service stops: connect again. A user can have 4 streams at a time, a worker 100.
         */
        get: operations["eventStreamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your second factors
         * @description Lists your second factors, and says whether you have a password. Recovery codes are one entry, which says how many are left.
         */
        get: operations["factorsOwn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/factors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename one of your second factors
         * @description Gives one of your second factors another name.
         */
        put: operations["factorsRename"];
        post?: never;
        /**
         * Remove one of your second factors
         * @description Removes one of your second factors; asks for recent authentication. Refused when your roles ask for it, or when it is the last way to sign in. Your other sessions end, and a mail tells you. Recovery codes end with the last factor.
         */
        delete: operations["factorsRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes
         * @description Makes ten new recovery codes in the place of the former ones; asks for recent authentication. Each stands in for a second factor once. Your other sessions end, and a mail tells you.
         */
        post: operations["factorsNewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's second factors
         * @description Lists the second factors of a user, without secrets.
         */
        get: operations["factorsOfUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user's second factors
         * @description Removes all second factors of a user who lost them. Their sessions, pending sign-ins and mailed links end, and a mail tells them. Asks for recent authentication. Callers cannot do this to themselves, to users who hold permissions that they lack, or, without `roles:grant`, to users who have a role that they do not have.
         */
        delete: operations["factorsReset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what sign-in pages offer
         * @description What sign-in pages need to know before a person has signed in.
         */
        get: operations["hostedPagesConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/impersonate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act as a user
         * @description Opens a short session in which you act as the user, with the user's rights. Its token has the claim `act` with your id, there is no refresh token, and it ends with your own session or permission, when you begin another one, or by `POST /api/auth/logout` with its token. The user sees it among their sessions and can end it; the audit trail names you in each entry. Credentials, factors, keys, addresses and sessions cannot be changed in it. Users who hold permissions or roles that you lack, disabled users and yourself are refused. Asks for recent authentication.
         */
        post: operations["impersonationBegin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Lists invitations, newest first. Accepted and expired ones stay for 90 days after their time.
         */
        get: operations["invitationsPage"];
        put?: never;
        /**
         * Invite a person
         * @description Invites a person to open an account with the given roles. A mail with a link goes to the address; the answer has another link to pass on. The mailed one also proves the address. Callers can grant only roles whose permissions they hold, and which they have themselves unless they hold `roles:grant`; this is checked again at the acceptance. 10,000 invitations can wait at the same time. The language of the mail is that of `Accept-Language`.
         */
        post: operations["invitationsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invitation
         * @description Returns one invitation by id, without its link.
         */
        get: operations["invitationsRead"];
        put?: never;
        post?: never;
        /**
         * Delete an invitation
         * @description Deletes an invitation; its links end. The user of an accepted one stays. Callers cannot delete an invitation to permissions that they lack.
         */
        delete: operations["invitationsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Sends an invitation again, also one that has expired: with new links, valid from now on for the usual time. The earlier links end. The caller becomes the inviter and needs the rights for it.
         */
        post: operations["invitationsResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/invitations/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what an invitation offers
         * @description Tells what an invitation says, without using it up: for a page that asks for a password. The token is in the body, so that no log of addresses holds it.
         */
        post: operations["invitationsReadOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Opens the account with a password of the person's choice, and signs them in. `username` and `name` replace those of the invitation. The token is used up only by success: after a refused password or a taken username it is valid still. It is refused once the inviter could not invite like this any more.
         */
        post: operations["invitationsAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mails
         * @description Lists mails, newest first, without their content. `held` ones were caused while no mail server was set.
         */
        get: operations["mailPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a mail that is not sent
         * @description Returns a mail that is held or queued, with its text and its link, so that an administrator can pass the link on. Callers need all permissions and roles of the recipient, because the link acts as the recipient; a mail to the caller asks for recent authentication. Each reading is recorded in the audit trail. The content is erased once the mail is delivered or given up.
         */
        get: operations["mailRead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a mail now
         * @description Sends a held mail, or tries a queued one again without waiting for its next attempt.
         */
        post: operations["mailRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts of mails
         * @description Lists the texts of all mails in all languages: those in force, and whether they were changed.
         */
        get: operations["mailTextsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/texts/{kind}/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the text of a mail
         * @description Changes the text of a mail in one language. It may use the placeholders that the list names for that mail, and no others; `{link}` and `{code}` must stay, each in a paragraph of its own. All nodes use it within seconds, also for mails that are waiting to be sent.
         */
        put: operations["mailTextsUpdate"];
        post?: never;
        /**
         * Reset the text of a mail
         * @description Returns to the built-in text.
         */
        delete: operations["mailTextsReset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/texts/{kind}/{language}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the text of a mail
         * @description Renders a text with example values, and changes nothing. Without `subject` or `body`, those in force.
         */
        post: operations["mailTextsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for options for a new passkey
         * @description Options for a new passkey. Asks for recent authentication. They are valid for ten minutes, for one passkey, in this session.
         */
        post: operations["passkeysBegin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Lists your passkeys and security keys.
         */
        get: operations["passkeysPage"];
        put?: never;
        /**
         * Add a passkey
         * @description Adds the passkey that a browser made from the options. Asks for recent authentication. You are told by mail, and your other sessions end. The first factor brings `recoveryCodes`.
         */
        post: operations["passkeysCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename one of your passkeys
         * @description Renames one of your passkeys.
         */
        put: operations["passkeysRename"];
        post?: never;
        /**
         * Remove one of your passkeys
         * @description Removes one of your passkeys. Asks for recent authentication. Refused when your roles ask for it, and when it is your last way to sign in. You are told by mail, and your other sessions end.
         */
        delete: operations["passkeysRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for options to sign in by passkey
         * @description Options for signing in by a passkey, valid for ten minutes and one attempt. Without a `flow` and without a token they are the same for all, and the passkey names its user: use them for autofill, and with `POST /api/auth/login/passkey`. With the `flow` of a sign-in that waits for its second factor they name the passkeys of its user: use them with `POST /api/auth/login/continue`. With an access token they are for `POST /api/auth/step-up`.
         */
        post: operations["passkeysBeginSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by passkey
         * @description Signs in by a passkey that verifies its user: two factors in one. The answer to a passkey that is refused is the same whether or not a user has it. A lock on passwords or codes does not apply.
         */
        post: operations["passkeysLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/passkey-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where to add and manage passkeys
         * @description Where users add and manage passkeys, for password managers (W3C, Passkey Endpoints).
         */
        get: operations["passkeysWellKnown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to reset your password
         * @description Mails a link that sets a new password. The answer, its work and its time are the same whether or not there is such a user. No mail is sent to users who are disabled or have no e-mail address.
         */
        post: operations["recoveryForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset your password
         * @description Sets a new password by the token of a mailed link, and verifies the e-mail address that the link was mailed to. Ends all sessions of the user and all other mailed links, and does not sign in. A password that is refused leaves the token valid.
         */
        post: operations["recoveryReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register
         * @description Requests an account. A mail with a link and a code goes to the address; the account is created when one of them is used. The answer, and the time that it takes, are the same if a user has the address already; the mail then says so. Usernames are not reserved.
         */
        post: operations["registrationRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a registration
         * @description Creates the account and signs the user in: by `token` from the link, or by `flow` and the mailed `code`, which has five tries; wrong codes also count for the address. A page that people reach by the link should also send the `password` that they chose, unless this browser holds the flow: otherwise a person could confirm an account whose password another one chose. `username_taken` leaves the token valid; repeat the request with another `username`.
         */
        post: operations["registrationConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/revocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Revocation feed
         * @description Which access tokens ended before their expiry, for services that verify tokens themselves: a JWS (RFC 7515) by the key that signs tokens, with `typ` `revocations+jwt`. Its claims are `iss`, `iat`, `seq`, `from` and `until` (all changes between these times are in it, in seconds), `sessions` (each `sid` that ended) and `users` (tokens of `sub` with an `iat` less than `before` are stale; `sub` is `*` for all users). Fetch it every second, or with `wait`. The guide is docs/revocation-feed.md.
         */
        get: operations["revocationsFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service accounts
         * @description Lists service accounts in the order of ids, one page at a time.
         */
        get: operations["serviceAccountsPage"];
        put?: never;
        /**
         * Create a service account
         * @description Creates a service account: a program with roles of its own. It has no password and cannot sign in; give it keys. Callers can grant only roles whose permissions they hold, and which they have themselves unless they hold `roles:grant`.
         */
        post: operations["serviceAccountsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a service account
         * @description Returns one service account by id.
         */
        get: operations["serviceAccountsRead"];
        /**
         * Change a service account
         * @description Updates the fields that the body names and leaves the others. With `status` 0 all its keys are refused from the next request on. Callers cannot update accounts that hold permissions that they lack.
         */
        put: operations["serviceAccountsUpdate"];
        post?: never;
        /**
         * Delete a service account
         * @description Deletes a service account with its keys. Callers cannot delete accounts that hold permissions that they lack.
         */
        delete: operations["serviceAccountsDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-accounts/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of a service account
         * @description Lists the keys of a service account, without their texts.
         */
        get: operations["serviceAccountsKeys"];
        put?: never;
        /**
         * Create a key of a service account
         * @description Creates a key of a service account; `token` is shown this once. Asks for recent authentication. Callers need the permissions of the account, and its roles unless they hold `roles:grant`. An API key can do this only if its own list of permissions names `services:update`; the new key then lasts no longer, and works from no other networks.
         */
        post: operations["serviceAccountsCreateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-accounts/{id}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename a key of a service account
         * @description Gives a key of a service account another name.
         */
        put: operations["serviceAccountsRenameKey"];
        post?: never;
        /**
         * Delete a key of a service account
         * @description Deletes a key of a service account. It is refused from the next request on, on every node.
         */
        delete: operations["serviceAccountsDeleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up an authenticator app
         * @description Begins to set up an authenticator app; asks for recent authentication. Nothing changes until a code of the app is confirmed, within an hour. Of several unconfirmed ones the newest five count.
         */
        post: operations["totpEnrol"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an authenticator app
         * @description Sets an authenticator app up as a second factor, by a code that it shows; asks for recent authentication. The code is used up: the next sign-in needs the next one. Other sessions of the user end, a mail tells the user, and recovery codes are in the answer unless the user has some. This session counts as signed in with the factor.
         */
        post: operations["totpConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists webhooks, one page at a time, without their secrets.
         */
        get: operations["webhooksPage"];
        put?: never;
        /**
         * Create a webhook
         * @description Adds an endpoint that receives events, signed as Standard Webhooks describes it. The answer has the secret that verifies the signatures; it is not shown again. The receiver learns what the audit trail records of these events, so callers need `audit:read` as well. The address must be public and use https, unless `DOORWARD_OUTBOUND_PRIVATE=true`. There can be 50 webhooks.
         */
        post: operations["webhooksCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Returns one webhook by id, without its secret.
         */
        get: operations["webhooksRead"];
        /**
         * Update a webhook
         * @description Updates the fields that the body names and leaves the others. `enabled: true` enables a webhook that the service has disabled; it gets the events from then on. Deliveries to a disabled webhook are given up within a minute and can be replayed. Needs `audit:read` as well.
         */
        put: operations["webhooksUpdate"];
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes a webhook. What is queued for it is not sent.
         */
        delete: operations["webhooksDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Replaces the secret. For a day each delivery carries two signatures, by the new and by the former secret, so that a receiver can change to the new one at any time.
         */
        post: operations["webhooksRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Queues an event of the type `webhook.test`, which is sent within a second. The list of deliveries shows its outcome.
         */
        post: operations["webhooksTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries to a webhook
         * @description Lists the deliveries to a webhook, newest first. They are kept for 7 days after their end.
         */
        get: operations["webhooksDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Sends the event of a delivery again, as a new delivery with the same `eventId`. Events are kept for 7 days.
         */
        post: operations["webhooksReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** LoginData */
        LoginData: {
            /**
             * @description Sent as `Authorization: Bearer ...`
             * @example eyJhbGciOi...aQzWg
             */
            token: string;
            /**
             * @description Can be exchanged once; empty when it is in the cookie
             * @example Zk3vQ9d1...x7TtB0
             */
            refreshToken: string;
            /**
             * @description Seconds until `token` expires
             * @example 900
             */
            expiresIn: number;
            user: components["schemas"]["UserData"];
            /**
             * @description The secret of a device that was not known; send it with later sign-ins. Absent for a known device, when it is in the cookie, and while no setting asks for it
             * @example dwd_8Jq0...s2Xw
             */
            device?: string;
            /**
             * @description After a sign-in by a recovery code
             * @example 9
             */
            recoveryCodesLeft?: number;
        };
        /** UserData */
        UserData: {
            /** @example 42 */
            id: number;
            /**
             * @description Unique, ignoring case
             * @example ann
             */
            username: string;
            /**
             * @description Display name
             * @example Ann Lee
             */
            name: string;
            /**
             * @description Unique, ignoring case
             * @example ann@example.com
             */
            email: string | null;
            /** @example +1 555 0100 */
            phone: string | null;
            /**
             * @description Address of a picture
             * @example https://example.com/ann.png
             */
            avatar: string | null;
            /**
             * @description Names of roles
             * @example [
             *       "user"
             *     ]
             */
            roles: string[];
            /**
             * @description Everything that the roles allow, sorted; `*` is everything
             * @example [
             *       "articles:write"
             *     ]
             */
            permissions: string[];
            /**
             * @description 0 disabled, 1 enabled
             * @example 1
             * @enum {integer}
             */
            status: 0 | 1;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            lastLoginAt: string | null;
            /** @description Until they choose a new password, users can open nothing but their own account */
            mustChangePassword: boolean;
            /**
             * @description Data of your applications: a JSON object of at most 4096 bytes, written by administrators
             * @example {
             *       "department": "sales"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Whether the user has proved that they read mail to the address */
            emailVerified: boolean;
            /**
             * @description New e-mail address that waits for its confirmation
             * @example null
             */
            pendingEmail: string | null;
            /**
             * @description The strongest sign-in that the factors of the user allow
             * @example twoFactors
             * @enum {unknown}
             */
            strength: "password" | "phishingResistant" | "twoFactors";
            /**
             * @description What the roles ask of a sign-in; a weaker one opens nothing but the user's own account
             * @example password
             * @enum {unknown}
             */
            requiredStrength: "password" | "phishingResistant" | "twoFactors";
            /** @description Whether it is a service account: a program, which has no password */
            service: boolean;
        };
        /** Login */
        Login: {
            /**
             * @description Or the e-mail address; case does not matter
             * @example ann
             */
            username: string;
            /** @example correct horse battery staple */
            password: string;
            /**
             * @description `device` of an earlier sign-in, by which the device is recognised; not needed with the cookie
             * @default
             * @example dwd_8Jq0...s2Xw
             */
            device: string;
        };
        /** ContinueLogin */
        ContinueLogin: {
            /**
             * @description From the answer `second_factor_required`
             * @example dwf_Q9d1...TtB0
             */
            flow: string;
            /**
             * @description One of `methods` of that answer
             * @example totp
             */
            method: string;
            /**
             * @description For `totp`, `recoveryCode` and `emailCode`
             * @default
             * @example 314159
             */
            code: string;
            /** @default null */
            credential: components["schemas"]["Credential"] | null;
            /**
             * @description Skip the second factor on this device for the time that the answer offered
             * @default false
             */
            trustDevice: boolean;
            /**
             * @description `device` of an earlier sign-in, by which the device is recognised; not needed with the cookie
             * @default
             * @example dwd_8Jq0...s2Xw
             */
            device: string;
        };
        /**
         * Credential
         * @description The credential of a passkey, as `toJSON()` of the browser's object gives it (WebAuthn Level 3).
         */
        Credential: {
            id: string;
            rawId: string;
            type: string;
            response: components["schemas"]["CredentialResponse"];
        };
        /**
         * CredentialResponse
         * @description What an authenticator returned, in base64url: for signing in `authenticatorData`, `signature` and `userHandle`,
         *         for a new passkey `attestationObject` and `transports`.
         */
        CredentialResponse: {
            clientDataJSON: string;
            /** @default  */
            authenticatorData: string;
            /** @default  */
            signature: string;
            /** @default null */
            userHandle: string | null;
            /** @default  */
            attestationObject: string;
            /** @default [] */
            transports: string[];
        };
        /** CurrentUserData */
        CurrentUserData: {
            /** @example 42 */
            id: number;
            /**
             * @description Unique, ignoring case
             * @example ann
             */
            username: string;
            /**
             * @description Display name
             * @example Ann Lee
             */
            name: string;
            /**
             * @description Unique, ignoring case
             * @example ann@example.com
             */
            email: string | null;
            /** @example +1 555 0100 */
            phone: string | null;
            /**
             * @description Address of a picture
             * @example https://example.com/ann.png
             */
            avatar: string | null;
            /**
             * @description Names of roles
             * @example [
             *       "user"
             *     ]
             */
            roles: string[];
            /**
             * @description Everything that the roles allow, sorted; `*` is everything
             * @example [
             *       "articles:write"
             *     ]
             */
            permissions: string[];
            /**
             * @description 0 disabled, 1 enabled
             * @example 1
             * @enum {integer}
             */
            status: 0 | 1;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            lastLoginAt: string | null;
            /** @description Until they choose a new password, users can open nothing but their own account */
            mustChangePassword: boolean;
            /**
             * @description Data of your applications: a JSON object of at most 4096 bytes, written by administrators
             * @example {
             *       "department": "sales"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Whether the user has proved that they read mail to the address */
            emailVerified: boolean;
            /**
             * @description New e-mail address that waits for its confirmation
             * @example null
             */
            pendingEmail: string | null;
            /**
             * @description The strongest sign-in that the factors of the user allow
             * @example twoFactors
             * @enum {unknown}
             */
            strength: "password" | "phishingResistant" | "twoFactors";
            /**
             * @description What the roles ask of a sign-in; a weaker one opens nothing but the user's own account
             * @example password
             * @enum {unknown}
             */
            requiredStrength: "password" | "phishingResistant" | "twoFactors";
            /** @description Whether it is a service account: a program, which has no password */
            service: boolean;
            /** @description The administrator who acts as this user; absent otherwise */
            impersonator?: components["schemas"]["ImpersonatorData"];
        };
        /** ImpersonatorData */
        ImpersonatorData: {
            id: number;
            username: string;
        };
        /** TokenData */
        TokenData: {
            /**
             * @description Sent as `Authorization: Bearer ...`
             * @example eyJhbGciOi...aQzWg
             */
            token: string;
            /**
             * @description Can be exchanged once; empty when it is in the cookie
             * @example Zk3vQ9d1...x7TtB0
             */
            refreshToken: string;
            /**
             * @description Seconds until `token` expires
             * @example 900
             */
            expiresIn: number;
        };
        /** Refresh */
        Refresh: {
            /**
             * @description Can be exchanged once
             * @example Zk3vQ9d1...x7TtB0
             */
            refreshToken: string;
        };
        /** UpdateAccount */
        UpdateAccount: {
            /**
             * @description Display name
             * @example Ann Lee
             */
            name?: string;
            /**
             * @description Unique, ignoring case
             * @example ann@example.com
             */
            email?: string | null;
            /** @example +1 555 0100 */
            phone?: string | null;
            /**
             * @description Address of a picture
             * @example https://example.com/ann.png
             */
            avatar?: string | null;
        };
        /** ChangePassword */
        ChangePassword: {
            currentPassword: string;
            newPassword: string;
        };
        /** StepUpBody */
        StepUpBody: {
            /**
             * @description How you authenticate
             * @enum {unknown}
             */
            method: "passkey" | "password" | "totp";
            password?: string;
            /**
             * @description For `totp`, `recoveryCode` and `emailCode`
             * @default
             * @example 314159
             */
            code: string;
            /** @default null */
            credential: components["schemas"]["Credential"] | null;
        };
        /** SessionPage */
        SessionPage: {
            list: components["schemas"]["SessionData"][];
            total: number;
            page: number;
            pageSize: number;
            totalCapped: boolean;
        };
        /** SessionData */
        SessionData: {
            id: number;
            /**
             * @description Empty when the client does not say
             * @example Firefox on Windows
             */
            device: string;
            /** @example 192.0.2.1 */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            /** @description The session of this request */
            current: boolean;
            /** @description Username of an administrator who acts as the user in this session */
            impersonator: string | null;
        };
        /** UserPage */
        UserPage: {
            list: components["schemas"]["UserData"][];
            /**
             * @description Exact, or 10000 when `totalCapped`
             * @example 1
             */
            total: number;
            /** @example 1 */
            page: number;
            /**
             * @description The page size that was used
             * @example 20
             */
            pageSize: number;
            /**
             * @description A keyword has more than 10000 matches
             * @example false
             */
            totalCapped: boolean;
        };
        /** CreateUser */
        CreateUser: {
            /**
             * @description Unique, ignoring case
             * @example ann
             */
            username: string;
            /**
             * @description 8 to 256 characters unless set otherwise; no common password, nor the username or the e-mail
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description Display name
             * @example Ann Lee
             */
            name?: string | null;
            /**
             * @description Unique, ignoring case
             * @example ann@example.com
             */
            email?: string | null;
            /** @example +1 555 0100 */
            phone?: string | null;
            /**
             * @description Address of a picture
             * @example https://example.com/ann.png
             */
            avatar?: string | null;
            /**
             * @description Names of roles
             * @example [
             *       "user"
             *     ]
             */
            roles?: string[];
            /**
             * @description 0 disabled, 1 enabled
             * @example 1
             * @enum {integer}
             */
            status?: 0 | 1;
            mustChangePassword?: boolean;
            /**
             * @description Data of your applications: a JSON object of at most 4096 bytes, written by administrators
             * @example {
             *       "department": "sales"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            emailVerified?: boolean;
        };
        /** UpdateUser */
        UpdateUser: {
            /**
             * @description Unique, ignoring case
             * @example ann
             */
            username?: string;
            /**
             * @description 8 to 256 characters unless set otherwise; no common password, nor the username or the e-mail
             * @example correct horse battery staple
             */
            password?: string | null;
            /**
             * @description Display name
             * @example Ann Lee
             */
            name?: string;
            /**
             * @description Unique, ignoring case
             * @example ann@example.com
             */
            email?: string | null;
            /** @example +1 555 0100 */
            phone?: string | null;
            /**
             * @description Address of a picture
             * @example https://example.com/ann.png
             */
            avatar?: string | null;
            /**
             * @description Names of roles
             * @example [
             *       "user"
             *     ]
             */
            roles?: string[];
            /**
             * @description 0 disabled, 1 enabled
             * @example 1
             * @enum {integer}
             */
            status?: 0 | 1;
            mustChangePassword?: boolean;
            /**
             * @description Data of your applications: a JSON object of at most 4096 bytes, written by administrators
             * @example {
             *       "department": "sales"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            emailVerified?: boolean;
        };
        /** ConfusableList */
        ConfusableList: {
            /** @description In the order of ids, 100 at most */
            list: components["schemas"]["ConfusableData"][];
        };
        /** ConfusableData */
        ConfusableData: {
            id: number;
            username: string;
            /**
             * @description 0 disabled, 1 enabled
             * @example 1
             */
            status: number;
        };
        /** RolePage */
        RolePage: {
            list: components["schemas"]["RoleData"][];
            total: number;
            page: number;
            pageSize: number;
            totalCapped: boolean;
        };
        /** RoleData */
        RoleData: {
            id: number;
            name: string;
            description: string;
            permissions: string[];
            /** @description Cannot be deleted or renamed */
            builtIn: boolean;
            /** @description Users who have the role; 10000 means 10000 or more */
            userCount: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * @description How strong a sign-in must be for what the role grants; after a weaker one users can open nothing but their own account
             * @example password
             * @enum {unknown}
             */
            requiredStrength: "password" | "phishingResistant" | "twoFactors";
        };
        /** CreateRole */
        CreateRole: {
            /** @example accountant */
            name: string;
            /** @example Sees and exports orders */
            description?: string | null;
            /**
             * @description `resource:action` of any application, `resource:*`, or `*`
             * @example [
             *       "orders:read",
             *       "orders:export"
             *     ]
             */
            permissions?: string[];
            /**
             * @description How strong a sign-in must be for what the role grants; after a weaker one users can open nothing but their own account
             * @example password
             * @enum {unknown}
             */
            requiredStrength?: "password" | "phishingResistant" | "twoFactors";
        };
        /** UpdateRole */
        UpdateRole: {
            /** @example accountant */
            name?: string;
            /** @example Sees and exports orders */
            description?: string | null;
            /**
             * @description `resource:action` of any application, `resource:*`, or `*`
             * @example [
             *       "orders:read",
             *       "orders:export"
             *     ]
             */
            permissions?: string[];
            /**
             * @description How strong a sign-in must be for what the role grants; after a weaker one users can open nothing but their own account
             * @example password
             * @enum {unknown}
             */
            requiredStrength?: "password" | "phishingResistant" | "twoFactors";
        };
        /** PermissionList */
        PermissionList: {
            list: components["schemas"]["PermissionData"][];
            total: number;
        };
        /** PermissionData */
        PermissionData: {
            name: string;
            description: string;
            /** @description Checked by this service itself */
            builtIn: boolean;
            /** @description Roles that grant it, by name or by a wildcard; the first of them where there are very many */
            roles: string[];
            /** @description How many roles grant it */
            roleCount: number;
        };
        /** AuditPage */
        AuditPage: {
            list: components["schemas"]["AuditEntryData"][];
            pageSize: number;
            /** @description Start of the next page; null on the last page */
            nextCursor: string | null;
        };
        /** AuditEntryData */
        AuditEntryData: {
            /**
             * @description Lane and number of the entry
             * @example 0-17
             */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            time: string;
            /** @example user.updated */
            action: string;
            /**
             * @description The actor; empty when unknown
             * @example user:1
             */
            actor: string;
            /**
             * @description The name at that time
             * @example admin
             */
            actorName: string;
            /**
             * @description What the action changed or concerned
             * @example user:5
             */
            target: string;
            /**
             * @description The name at that time
             * @example ann
             */
            targetName: string;
            /** @example 192.0.2.1 */
            address: string;
            requestId: string;
            /** @description What changed, as `[before, after]`; never a secret */
            details: Record<string, never>;
            /** @description Over this entry and all before it in its lane */
            hash: string;
        };
        /** StatsData */
        StatsData: {
            /** @description 10000 means 10000 or more */
            activeSessions: number;
            /** @description One item a day, oldest first */
            signIns: components["schemas"]["SignInData"][];
            factors: components["schemas"]["FactorCountsData"];
        };
        /** SignInData */
        SignInData: {
            /**
             * @description The day, by UTC
             * @example 2026-01-31
             */
            date: string;
            /** @description 10000 means 10000 or more */
            succeeded: number;
            /** @description 10000 means 10000 or more */
            failed: number;
        };
        /**
         * FactorCountsData
         * @description How many users have each type of second factor.
         */
        FactorCountsData: {
            /** @description 10000 means 10000 or more */
            totp: number;
            /** @description 10000 means 10000 or more */
            passkey: number;
            /** @description 10000 means 10000 or more */
            recoveryCodes: number;
        };
        /** Health */
        Health: {
            /**
             * @example ok
             * @enum {unknown}
             */
            status: "ok" | "ready";
        };
        /** KeySet */
        KeySet: {
            keys: components["schemas"]["PublicKey"][];
        };
        /**
         * PublicKey
         * @description A public key as RFC 7517 writes it.
         */
        PublicKey: {
            /** @example EC */
            kty: string;
            /** @example P-256 */
            crv?: string;
            /** @example f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU */
            x?: string;
            /** @example x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0 */
            y?: string;
            /** @description RSA keys only */
            n?: string;
            /** @description RSA keys only */
            e?: string;
            /**
             * @description Named in the header of the tokens that it signed
             * @example k7Qm2sVd
             */
            kid: string;
            /** @example ES256 */
            alg: string;
            /** @example sig */
            use: string;
        };
        /** KeyList */
        KeyList: {
            /** @description Oldest first, 100 at most */
            list: components["schemas"]["KeyData"][];
        };
        /** KeyData */
        KeyData: {
            id: number;
            /**
             * @description What it is for
             * @example Nightly export
             */
            name: string;
            /**
             * @description The last characters of the key
             * @example 3f9a
             */
            hint: string;
            /**
             * @description What the key may do, as far as its owner may; null for everything that the owner may
             * @example [
             *       "orders:read"
             *     ]
             */
            permissions: string[] | null;
            /**
             * @description Networks that it works from; empty for all
             * @example [
             *       "192.0.2.0/24"
             *     ]
             */
            networks: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string | null;
            expired: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * @description Of the last use; empty before the first
             * @example 192.0.2.1
             */
            lastAddress: string;
            /**
             * @description The key itself, shown this once
             * @example dwk_3J8c...9fA13f9a
             */
            token?: string;
        };
        /** CreateKey */
        CreateKey: {
            /**
             * @description What it is for
             * @example Nightly export
             */
            name: string;
            /**
             * @description A time or a day in ISO 8601; null or absent for none
             * @default null
             * @example 2030-01-31T12:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description What the key may do, as far as its owner may; null for everything that the owner may
             * @default null
             * @example [
             *       "orders:read"
             *     ]
             */
            permissions: string[] | null;
            /**
             * @description Networks that it works from; empty for all
             * @default null
             * @example [
             *       "192.0.2.0/24"
             *     ]
             */
            networks: string[] | null;
        };
        /** RenameKey */
        RenameKey: {
            /**
             * @description What it is for
             * @example Nightly export
             */
            name: string;
        };
        /** BrandData */
        BrandData: {
            /** @example Example */
            name: string;
            /**
             * @description For light backgrounds; white text on it
             * @example #4f46e5
             */
            colour: string;
            /**
             * @description The same for dark backgrounds, made lighter; dark text on it
             * @example #7f78ec
             */
            colourDark: string;
            /** @description Path of the picture; null without one */
            logoLight: string | null;
            /** @description Path of the picture for dark backgrounds; null: use the other one */
            logoDark: string | null;
            footerLinks: components["schemas"]["FooterLinkData"][];
        };
        /** FooterLinkData */
        FooterLinkData: {
            /** @example Privacy */
            label: string;
            /**
             * @description Starts with `https://`, `http://`, `mailto:` or `/`
             * @example https://example.com/privacy
             */
            address: string;
        };
        /**
         * UpdateBrand
         * @description Null takes the value of the settings again.
         */
        UpdateBrand: {
            /** @example Example */
            name?: string | null;
            /** @example #4f46e5 */
            colour?: string | null;
            footerLinks?: components["schemas"]["FooterLinkData"][] | null;
        };
        /** DeviceList */
        DeviceList: {
            /** @description Most recently used first, 20 at most */
            list: components["schemas"]["DeviceData"][];
        };
        /** DeviceData */
        DeviceData: {
            id: number;
            /**
             * @description Empty when the client does not say
             * @example Firefox on Windows
             */
            name: string;
            /**
             * @description Of the last sign-in
             * @example 192.0.2.1
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            trustedUntil: string | null;
            /** @description This browser: the request has its cookie */
            current: boolean;
        };
        /** NotMeData */
        NotMeData: {
            /**
             * @description Sets a new password at `POST /api/auth/password/reset`
             * @example dwl_Q9d1...TtB0
             */
            token: string;
            /**
             * @description Seconds until `token` expires
             * @example 3600
             */
            expiresIn: number;
        };
        /** NotMe */
        NotMe: {
            /** @description From the link in the mail */
            token: string;
        };
        /** EmailChangeData */
        EmailChangeData: {
            /**
             * @description `changed` without a confirmation: removed, or only its case differs
             * @enum {unknown}
             */
            status: "changed" | "confirmation_sent";
        };
        /** ChangeEmail */
        ChangeEmail: {
            /**
             * @description The new address; null for none
             * @example ann@example.com
             */
            email: string | null;
        };
        /** MailedToken */
        MailedToken: {
            /**
             * @description From the link in the mail
             * @example dwl_Zk3v...x7Tt
             */
            token: string;
        };
        /** CodeFlow */
        CodeFlow: {
            /**
             * @description Keep it: the mailed code works together with it only
             * @example dwf_Q9d1...TtB0
             */
            flow: string;
            /**
             * @description Seconds until the code expires
             * @example 600
             */
            expiresIn: number;
        };
        /** RequestCode */
        RequestCode: {
            /**
             * @description Username or e-mail address
             * @example ann@example.com
             */
            identifier: string;
        };
        /** VerifyCode */
        VerifyCode: {
            /**
             * @description From the answer to the request for the mail
             * @example dwf_Q9d1...TtB0
             */
            flow: string;
            /**
             * @description The six digits from the mail
             * @example 314159
             */
            code: string;
            /**
             * @description `device` of an earlier sign-in, by which the device is recognised; not needed with the cookie
             * @default
             * @example dwd_8Jq0...s2Xw
             */
            device: string;
        };
        /** OwnFactorList */
        OwnFactorList: {
            /** @description In the order of ids */
            list: components["schemas"]["FactorData"][];
            /** @description False for an account that signs in by passkey or mailed code; a reset sets a password */
            hasPassword: boolean;
        };
        /** FactorData */
        FactorData: {
            id: number;
            /** @enum {unknown} */
            type: "passkey" | "recoveryCodes" | "totp";
            /**
             * @description Empty for a factor without one
             * @example Telephone
             */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            lastUsedAt: string | null;
            /** @description Unused codes; for `recoveryCodes` alone */
            remaining?: number;
        };
        /** RenameFactor */
        RenameFactor: {
            /**
             * @description Empty for none
             * @example Telephone
             */
            name: string;
        };
        /** RecoveryCodesData */
        RecoveryCodesData: {
            /**
             * @description Shown this once
             * @example [
             *       "aaaa-bbbb-cccc-dddd"
             *     ]
             */
            recoveryCodes: string[];
        };
        /** FactorList */
        FactorList: {
            /** @description In the order of ids */
            list: components["schemas"]["FactorData"][];
        };
        /** ConfigurationData */
        ConfigurationData: {
            /**
             * @description Whether people can create an account
             * @example open
             * @enum {unknown}
             */
            registration: "closed" | "invited" | "open";
            /**
             * @description Domains whose addresses may register; empty for all
             * @example [
             *       "example.com"
             *     ]
             */
            registrationDomains: string[];
            /** @description Whether people can sign in with a mailed code */
            emailCode: boolean;
            /** @description Whether the username of a sign-in may be an e-mail address */
            loginByEmail: boolean;
            /** @example 8 */
            passwordMinLength: number;
            /** @example 256 */
            passwordMaxLength: number;
            /**
             * @description Where browsers can use passkeys; empty for nowhere
             * @example login.example.com
             */
            passkeyHost: string;
            /**
             * @description Languages of the hosted pages and mails
             * @example [
             *       "en",
             *       "zh"
             *     ]
             */
            languages: string[];
        };
        /** ImpersonationData */
        ImpersonationData: {
            /**
             * @description Sent as `Authorization: Bearer ...`
             * @example eyJhbGciOi...aQzWg
             */
            token: string;
            /**
             * @description Seconds until `token` expires; it cannot be refreshed
             * @example 900
             */
            expiresIn: number;
            user: components["schemas"]["UserData"];
        };
        /** InvitationPage */
        InvitationPage: {
            list: components["schemas"]["InvitationData"][];
            total: number;
            page: number;
            pageSize: number;
            totalCapped: boolean;
        };
        /** InvitationData */
        InvitationData: {
            id: number;
            /** @example ann@example.com */
            email: string | null;
            /** @example ann */
            username: string | null;
            /**
             * @description Display name
             * @example Ann Lee
             */
            name: string | null;
            /** @description Names of roles; a role that was deleted since is left out */
            roles: string[];
            /**
             * @description Name of the administrator
             * @example Maria Garcia
             */
            inviter: string;
            /** @enum {unknown} */
            state: "accepted" | "expired" | "pending";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            acceptedAt: string | null;
            /** @description The user who accepted it */
            userId: number | null;
        };
        /** SentInvitationData */
        SentInvitationData: {
            id: number;
            /** @example ann@example.com */
            email: string | null;
            /** @example ann */
            username: string | null;
            /**
             * @description Display name
             * @example Ann Lee
             */
            name: string | null;
            /** @description Names of roles; a role that was deleted since is left out */
            roles: string[];
            /**
             * @description Name of the administrator
             * @example Maria Garcia
             */
            inviter: string;
            /** @enum {unknown} */
            state: "accepted" | "expired" | "pending";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            acceptedAt: string | null;
            /** @description The user who accepted it */
            userId: number | null;
            /**
             * @description In this answer only
             * @example https://login.example.com/account/invitation#token=dwl_Zk3v
             */
            link: string;
            /** @description `held`: there is no mail server, pass the link on; null: the invitation names no address */
            mail: ("held" | "queued") | null;
        };
        /** CreateInvitation */
        CreateInvitation: {
            /**
             * @default null
             * @example ann@example.com
             */
            email: string | null;
            /**
             * @default null
             * @example ann
             */
            username: string | null;
            /**
             * @description Display name
             * @default null
             * @example Ann Lee
             */
            name: string | null;
            /**
             * @description Names of roles
             * @default []
             * @example [
             *       "user"
             *     ]
             */
            roles: string[];
            /**
             * @description Seconds; default: the setting
             * @default null
             * @example 604800
             */
            expiresIn: number | null;
        };
        /**
         * OfferData
         * @description What an invited person sees before they accept.
         */
        OfferData: {
            /** @example ann@example.com */
            email: string | null;
            /** @example ann */
            username: string | null;
            /**
             * @description Display name
             * @example Ann Lee
             */
            name: string | null;
            inviter: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            passwordMinLength: number;
            passwordMaxLength: number;
        };
        /** ReadInvitation */
        ReadInvitation: {
            /**
             * @description From the link in the mail
             * @example dwl_Zk3v...x7Tt
             */
            token: string;
        };
        /** AcceptInvitation */
        AcceptInvitation: {
            /**
             * @description From the link in the mail
             * @example dwl_Zk3v...x7Tt
             */
            token: string;
            password: string;
            /**
             * @description Required if the invitation names none
             * @default null
             * @example ann
             */
            username: string | null;
            /**
             * @description Display name
             * @default null
             * @example Ann Lee
             */
            name: string | null;
        };
        /** MailPage */
        MailPage: {
            list: components["schemas"]["MailData"][];
            total: number;
            page: number;
            pageSize: number;
            totalCapped: boolean;
            /** @description Whether a mail server is set; without one, mails are held */
            sends: boolean;
        };
        /** MailData */
        MailData: {
            id: number;
            /** @example password_reset */
            kind: string;
            /** @example ann@example.com */
            recipient: string;
            /** @description The user whom it concerns; null for a person without an account */
            userId: number | null;
            /** @description `held`: no mail server was set; `failed`: given up */
            state: components["schemas"]["OutboxState"];
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            dueAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            finishedAt: string | null;
            /** @description What the mail server answered to the last attempt; empty without an error */
            error: string;
        };
        /**
         * OutboxState
         * @enum {unknown}
         */
        OutboxState: "delivered" | "failed" | "held" | "queued";
        /** MailContentData */
        MailContentData: {
            id: number;
            /** @example password_reset */
            kind: string;
            /** @example ann@example.com */
            recipient: string;
            /** @description The user whom it concerns; null for a person without an account */
            userId: number | null;
            /** @description `held`: no mail server was set; `failed`: given up */
            state: components["schemas"]["OutboxState"];
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            dueAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            finishedAt: string | null;
            /** @description What the mail server answered to the last attempt; empty without an error */
            error: string;
            subject: string;
            text: string;
            html: string;
            /** @description The link in the text, if there is one */
            link: string | null;
            /** @description The code in the text, if there is one */
            code: string | null;
        };
        /** MailTextList */
        MailTextList: {
            list: components["schemas"]["MailTextData"][];
            total: number;
        };
        /** MailTextData */
        MailTextData: {
            /** @example test */
            kind: string;
            /** @example en */
            language: string;
            description: string;
            placeholders: components["schemas"]["MailPlaceholder"][];
            /** @example A message from {service} */
            subject: string;
            body: string;
            /** @description Whether it differs from the built-in text */
            edited: boolean;
        };
        /** MailPlaceholder */
        MailPlaceholder: {
            name: string;
            example: string;
        };
        /** UpdateMailText */
        UpdateMailText: {
            /** @example A message from {service} */
            subject: string;
            /**
             * @description Plain text in paragraphs, separated by empty lines. Placeholders are written `{name}`; `{link}` and `{code}` stand in paragraphs of their own
             * @example Hello {name},
             *
             *     mails from this service arrive.
             */
            body: string;
        };
        /** MailPreview */
        MailPreview: {
            subject: string;
            text: string;
            html: string;
        };
        /** PreviewMailText */
        PreviewMailText: {
            /**
             * @default null
             * @example A message from {service}
             */
            subject: string | null;
            /**
             * @description Plain text in paragraphs, separated by empty lines. Placeholders are written `{name}`; `{link}` and `{code}` stand in paragraphs of their own
             * @default null
             * @example Hello {name},
             *
             *     mails from this service arrive.
             */
            body: string | null;
        };
        /** NewPasskeyOptions */
        NewPasskeyOptions: {
            flow: string;
            /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` */
            options: components["schemas"]["CreationOptions"];
        };
        /** CreationOptions */
        CreationOptions: {
            rp: components["schemas"]["Party"];
            user: components["schemas"]["Account"];
            /**
             * @description Base64url
             * @example ZHdsX1E5ZDE
             */
            challenge: string;
            pubKeyCredParams: components["schemas"]["Parameters"][];
            timeout: number;
            excludeCredentials: components["schemas"]["Descriptor"][];
            authenticatorSelection: components["schemas"]["Selection"];
            /** @default none */
            attestation: string;
        };
        /** Party */
        Party: {
            /** @example login.example.com */
            id: string;
            name: string;
        };
        /** Account */
        Account: {
            /**
             * @description Base64url
             * @example ZHdsX1E5ZDE
             */
            id: string;
            /** @example ann */
            name: string;
            /** @example Ann Lee */
            displayName: string;
        };
        /** Parameters */
        Parameters: {
            type: string;
            /**
             * @description COSE algorithm
             * @example -7
             */
            alg: number;
        };
        /** Descriptor */
        Descriptor: {
            type: string;
            /**
             * @description Base64url
             * @example ZHdsX1E5ZDE
             */
            id: string;
            transports: string[];
        };
        /** Selection */
        Selection: {
            /** @default required */
            residentKey: string;
            /** @default true */
            requireResidentKey: boolean;
            /**
             * @default preferred
             * @enum {unknown}
             */
            userVerification: "preferred" | "required";
        };
        /** PasskeyData */
        PasskeyData: {
            id: number;
            /** @example passkey */
            type: string;
            /**
             * @description Empty for a passkey without one
             * @example Telephone
             */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            lastUsedAt: string | null;
            /** @description It verifies its user, and counts as two factors. Otherwise it is a security key */
            userVerified: boolean;
            /** @description It may be copied to other devices of its user */
            synced: boolean;
            /**
             * @description The host that it belongs to
             * @example login.example.com
             */
            rpId: string;
            /** @description With the first factor of a user; shown here only */
            recoveryCodes?: string[];
        };
        /** CreatePasskey */
        CreatePasskey: {
            /**
             * @description From the options
             * @example dwf_Q9d1...TtB0
             */
            flow: string;
            credential: components["schemas"]["Credential"];
            /**
             * @description Empty for none
             * @default
             * @example Telephone
             */
            name: string;
        };
        /** PasskeyList */
        PasskeyList: {
            list: components["schemas"]["PasskeyData"][];
        };
        /** SignInOptions */
        SignInOptions: {
            flow: string;
            /** @description For `PublicKeyCredential.parseRequestOptionsFromJSON` */
            options: components["schemas"]["RequestOptions"];
        };
        /** RequestOptions */
        RequestOptions: {
            /**
             * @description Base64url
             * @example ZHdsX1E5ZDE
             */
            challenge: string;
            timeout: number;
            /** @example login.example.com */
            rpId: string;
            allowCredentials: components["schemas"]["Descriptor"][];
            /** @enum {unknown} */
            userVerification: "preferred" | "required";
        };
        /** BeginSignIn */
        BeginSignIn: {
            /**
             * @description Of a sign-in that waits for its second factor
             * @default
             * @example dwf_
             */
            flow: string;
        };
        /** PasskeyLogin */
        PasskeyLogin: {
            /**
             * @description From the options
             * @example dwf_Q9d1...TtB0
             */
            flow: string;
            credential: components["schemas"]["Credential"];
            /**
             * @description `device` of an earlier sign-in, by which the device is recognised; not needed with the cookie
             * @default
             * @example dwd_8Jq0...s2Xw
             */
            device: string;
        };
        /** PasskeyEndpoints */
        PasskeyEndpoints: {
            /** @example https://login.example.com/account/passkey */
            enroll: string;
            /** @example https://login.example.com/account/passkey */
            manage: string;
        };
        /** ForgotPassword */
        ForgotPassword: {
            /**
             * @description Username or e-mail address
             * @example ann@example.com
             */
            identifier: string;
        };
        /** ResetPassword */
        ResetPassword: {
            /**
             * @description From the link in the mail
             * @example dwl_Zk3v...x7Tt
             */
            token: string;
            /**
             * @description The new password
             * @example a new long password
             */
            password: string;
        };
        /** FlowData */
        FlowData: {
            /**
             * @description Keep it: the mailed code works together with it only
             * @example dwf_Q9d1...TtB0
             */
            flow: string;
            /**
             * @description Seconds until link and code expire
             * @example 86400
             */
            expiresIn: number;
        };
        /** Register */
        Register: {
            /**
             * @description Unique, ignoring case
             * @example ann
             */
            username: string;
            /** @example ann@example.com */
            email: string;
            password: string;
            /**
             * @description Display name
             * @default null
             * @example Ann Lee
             */
            name: string | null;
        };
        /** ConfirmRegistration */
        ConfirmRegistration: {
            /**
             * @description From the link in the mail
             * @example dwl_Zk3v...x7Tt
             */
            token?: string;
            /**
             * @description From the answer to the request for the mail
             * @example dwf_Q9d1...TtB0
             */
            flow?: string;
            /**
             * @description The six digits from the mail
             * @example 314159
             */
            code?: string;
            /** @description With `token`: must be the password of the registration. A page behind the link asks for it */
            password?: string;
            /**
             * @description Replaces the requested one, if that was taken meanwhile
             * @example ann
             */
            username?: string;
        };
        /** ServiceAccountPage */
        ServiceAccountPage: {
            /** @description In the order of ids */
            list: components["schemas"]["ServiceAccountData"][];
            total: number;
            page: number;
            pageSize: number;
            totalCapped: boolean;
        };
        /** ServiceAccountData */
        ServiceAccountData: {
            id: number;
            /**
             * @description Unique among users and service accounts, ignoring case
             * @example billing
             */
            name: string;
            /**
             * @description What it is for
             * @example Sends invoices
             */
            description: string;
            /**
             * @description Names of roles
             * @example [
             *       "user"
             *     ]
             */
            roles: string[];
            /** @description Everything that the roles allow, sorted */
            permissions: string[];
            /**
             * @description 0 disabled, 1 enabled
             * @example 1
             * @enum {integer}
             */
            status: 0 | 1;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
        };
        /** CreateServiceAccount */
        CreateServiceAccount: {
            /**
             * @description Unique among users and service accounts, ignoring case
             * @example billing
             */
            name: string;
            /**
             * @description What it is for
             * @default null
             * @example Sends invoices
             */
            description: string | null;
            /**
             * @description Names of roles
             * @example [
             *       "user"
             *     ]
             */
            roles?: string[];
        };
        /** UpdateServiceAccount */
        UpdateServiceAccount: {
            /**
             * @description Unique among users and service accounts, ignoring case
             * @example billing
             */
            name?: string;
            /**
             * @description What it is for
             * @example Sends invoices
             */
            description?: string | null;
            /**
             * @description Names of roles
             * @example [
             *       "user"
             *     ]
             */
            roles?: string[];
            /**
             * @description 0 disabled, 1 enabled
             * @example 1
             * @enum {integer}
             */
            status?: 0 | 1;
        };
        /** EnrolmentData */
        EnrolmentData: {
            id: number;
            /**
             * @description Base32, to type into the app
             * @example JBSWY3DPEHPK3PXP
             */
            secret: string;
            /**
             * @description What the QR code says
             * @example otpauth://totp/Doorward:ann?secret=JBSW...K3PXP
             */
            uri: string;
            /**
             * @description The QR code, as SVG
             * @example <svg viewBox="0 0 49 49">...</svg>
             */
            qr: string;
        };
        /** EnrolApp */
        EnrolApp: {
            /**
             * @description Empty for none
             * @default
             * @example Telephone
             */
            name: string;
        };
        /** ConfirmedApp */
        ConfirmedApp: {
            /**
             * @description Shown this once; empty for a user who has some already
             * @example [
             *       "aaaa-bbbb-cccc-dddd"
             *     ]
             */
            recoveryCodes: string[];
        };
        /** ConfirmApp */
        ConfirmApp: {
            /**
             * @description From the enrolment
             * @example 7
             */
            id: number;
            /**
             * @description What the app shows now
             * @example 314159
             */
            code: string;
        };
        /** WebhookPage */
        WebhookPage: {
            list: components["schemas"]["WebhookData"][];
            total: number;
            page: number;
            pageSize: number;
            totalCapped: boolean;
        };
        /** WebhookData */
        WebhookData: {
            id: number;
            /** @example https://example.com/events */
            url: string;
            events: string[];
            description: string;
            enabled: boolean;
            /** @description Why the service disabled it; null when it is enabled or an administrator did */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
        };
        /** WebhookSecretData */
        WebhookSecretData: {
            id: number;
            /** @example https://example.com/events */
            url: string;
            events: string[];
            description: string;
            enabled: boolean;
            /** @description Why the service disabled it; null when it is enabled or an administrator did */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * @description Verifies signatures; in this answer only
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
        };
        /** CreateWebhook */
        CreateWebhook: {
            /** @example https://example.com/events */
            url: string;
            /**
             * @description Types of events, groups such as `user.*`, or `*`
             * @example [
             *       "user.*",
             *       "session.ended"
             *     ]
             */
            events: string[];
            /** @example Keeps the CRM up to date */
            description?: string | null;
            enabled?: boolean;
        };
        /** UpdateWebhook */
        UpdateWebhook: {
            /** @example https://example.com/events */
            url?: string;
            /**
             * @description Types of events, groups such as `user.*`, or `*`
             * @example [
             *       "user.*",
             *       "session.ended"
             *     ]
             */
            events?: string[];
            /** @example Keeps the CRM up to date */
            description?: string | null;
            enabled?: boolean;
        };
        /** DeliveryData */
        DeliveryData: {
            id: number;
            webhookId: number;
            /**
             * @description The header `webhook-id`, the same for every attempt and replay
             * @example evt_4711
             */
            eventId: string;
            /** @example user.created */
            type: string;
            /** @description `failed`: given up */
            state: components["schemas"]["OutboxState"];
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            dueAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             * @example 2026-01-31T12:00:00.000Z
             */
            finishedAt: string | null;
            /** @description What was wrong with the last attempt; empty without an error */
            error: string;
        };
        /** DeliveryPage */
        DeliveryPage: {
            list: components["schemas"]["DeliveryData"][];
            total: number;
            page: number;
            pageSize: number;
            totalCapped: boolean;
        };
        /**
         * AppClockOff
         * @description The clock of the device with the app is wrong; set it to automatic time and enter the next code
         */
        AppClockOff: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "authenticator_clock_off";
            /** @description By how much the clock of the device is ahead; negative when it is behind */
            seconds: number;
        };
        /**
         * InvalidCode
         * @description The code is wrong, has expired or was used before
         */
        InvalidCode: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invalid_code";
            /** @description How many tries the flow has left; at 0 it is void */
            remaining?: number;
        };
        /**
         * InvalidOneTimeToken
         * @description This link is not valid, has expired or was used before; ask for a new one
         */
        InvalidOneTimeToken: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invalid_one_time_token";
        };
        /**
         * InvalidRegistration
         * @description The new passkey was not accepted; try again
         */
        InvalidRegistration: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invalid_registration";
            problem: string;
        };
        /**
         * MalformedRequest
         * @description The request can't be parsed: the body must be a JSON object, and all text UTF-8
         */
        MalformedRequest: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "malformed_request";
        };
        /**
         * SearchTooDeep
         * @description Only the first 10,000 matches can be paged through; narrow the search
         */
        SearchTooDeep: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "search_too_deep";
        };
        /**
         * ValidationFailed
         * @description Some fields are not valid
         */
        ValidationFailed: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "validation_failed";
            /** @description Every invalid field */
            fields: {
                field: string;
                message: string;
            }[];
        };
        /**
         * WrongPassword
         * @description The current password is wrong
         */
        WrongPassword: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "wrong_password";
            /** @description Every invalid field */
            fields: {
                field: string;
                message: string;
            }[];
        };
        /**
         * WrongRegistrationPassword
         * @description This is not the password that was chosen when the account was requested
         */
        WrongRegistrationPassword: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "wrong_registration_password";
            /** @description How many tries the flow has left; at 0 it is void */
            remaining: number;
        };
        /**
         * AuthenticationRequired
         * @description Sign in first
         */
        AuthenticationRequired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "authentication_required";
        };
        /**
         * InvalidCredentials
         * @description Wrong username or password
         */
        InvalidCredentials: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invalid_credentials";
        };
        /**
         * InvalidPasskey
         * @description The passkey was not accepted; try again
         */
        InvalidPasskey: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invalid_passkey";
            problem: string;
        };
        /**
         * InvalidRefreshToken
         * @description The refresh token is not valid; sign in again
         */
        InvalidRefreshToken: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invalid_refresh_token";
        };
        /**
         * InvalidToken
         * @description The access token is not valid
         */
        InvalidToken: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invalid_token";
        };
        /**
         * RefreshTokenReused
         * @description The refresh token was used before; sign in again
         */
        RefreshTokenReused: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "refresh_token_reused";
        };
        /**
         * SecondFactorRequired
         * @description Confirm this sign-in with a second factor
         */
        SecondFactorRequired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "second_factor_required";
            /** @description Continues this sign-in */
            flow: string;
            /** @description How the user can authenticate; empty if only by a new sign-in */
            methods: string[];
            /** @description Seconds until the flow expires */
            expiresIn: number;
            trustDevice: number;
        };
        /**
         * SessionEnded
         * @description The session has ended; sign in again
         */
        SessionEnded: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "session_ended";
        };
        /**
         * SignInExpired
         * @description This sign-in has expired or was finished; start again
         */
        SignInExpired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "sign_in_expired";
        };
        /**
         * StepUpRequired
         * @description This needs a more recent or a stronger authentication; confirm who you are and try again
         */
        StepUpRequired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "step_up_required";
            /** @description How the user can authenticate; empty if only by a new sign-in */
            methods: string[];
            /** @description How many seconds ago the user may have authenticated */
            maxAge?: number;
            /** @description What the roles of the user ask of a sign-in */
            requiredStrength?: string;
        };
        /**
         * TokenExpired
         * @description The access token has expired; refresh it
         */
        TokenExpired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "token_expired";
        };
        /**
         * AccountDisabled
         * @description This account is disabled
         */
        AccountDisabled: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "account_disabled";
        };
        /**
         * BeyondOwnRights
         * @description You can't grant permissions that you don't have
         */
        BeyondOwnRights: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "beyond_own_rights";
            /** @description The missing permission */
            required: string;
        };
        /**
         * CrossSiteRequest
         * @description Only pages of this service can use the refresh cookie
         */
        CrossSiteRequest: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "cross_site_request";
        };
        /**
         * EmailCodeDisabled
         * @description Signing in by a mailed code is turned off
         */
        EmailCodeDisabled: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "email_code_disabled";
        };
        /**
         * EnrolmentRequired
         * @description This needs a stronger sign-in; set up a factor first
         */
        EnrolmentRequired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "enrolment_required";
            /** @description What the roles of the user ask of a sign-in */
            requiredStrength: string;
        };
        /**
         * ImpersonationNotAllowed
         * @description Not while you act as another user: credentials, factors, keys and sessions are the user's own to change
         */
        ImpersonationNotAllowed: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "impersonated_session";
        };
        /**
         * InvitationRequired
         * @description Registration needs an invitation; ask an administrator for one
         */
        InvitationRequired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invitation_required";
        };
        /**
         * KeyNotAllowed
         * @description API keys can't do this; sign in as a person
         */
        KeyNotAllowed: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "key_not_allowed";
        };
        /**
         * NetworkNotAllowed
         * @description This API key can't be used from this network
         */
        NetworkNotAllowed: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "network_not_allowed";
        };
        /**
         * Outranked
         * @description That user or role has permissions that you don't have
         */
        Outranked: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "outranked";
            /** @description The missing permission */
            required: string;
        };
        /**
         * PasskeysUnavailable
         * @description Passkeys need DOORWARD_PUBLIC_URL to be an https address with a host name, not an IP address
         */
        PasskeysUnavailable: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "passkeys_unavailable";
        };
        /**
         * PasswordChangeRequired
         * @description Change your password first
         */
        PasswordChangeRequired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "password_change_required";
        };
        /**
         * PermissionDenied
         * @description You don't have permission to do this
         */
        PermissionDenied: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "permission_denied";
            /** @description The missing permission */
            required: string;
        };
        /**
         * RegistrationClosed
         * @description Registration is closed
         */
        RegistrationClosed: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "registration_closed";
        };
        /**
         * RoleNotHeld
         * @description You need the role that `role` names, or the permission roles:grant
         */
        RoleNotHeld: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "role_not_held";
            role: string;
            /** @description The missing permission */
            required: string;
        };
        /**
         * NoSession
         * @description Only a user who is signed in can act as another one
         */
        NoSession: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "session_required";
        };
        /**
         * KeyTooWeak
         * @description The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key
         */
        KeyTooWeak: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "weak_key";
            /** @description What the roles of the user ask of a sign-in */
            requiredStrength: string;
        };
        /**
         * ApiKeyNotFound
         * @description There is no such API key
         */
        ApiKeyNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "api_key_not_found";
        };
        /**
         * DeliveryNotFound
         * @description There is no such delivery, or it was deleted some time ago
         */
        DeliveryNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "delivery_not_found";
        };
        /**
         * DeviceNotFound
         * @description There is no such device
         */
        DeviceNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "device_not_found";
        };
        /**
         * FactorNotFound
         * @description There is no such factor
         */
        FactorNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "factor_not_found";
        };
        /**
         * InvitationNotFound
         * @description There is no such invitation
         */
        InvitationNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invitation_not_found";
        };
        /**
         * KeyNotFound
         * @description There is no such signing key
         */
        KeyNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "key_not_found";
        };
        /**
         * MailNotFound
         * @description There is no such mail, or it was deleted some time after its end
         */
        MailNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "mail_not_found";
        };
        /**
         * MailTextNotFound
         * @description There is no such mail, or not in this language
         */
        MailTextNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "mail_text_not_found";
        };
        /**
         * NotFound
         * @description There is nothing at this path
         */
        NotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "not_found";
        };
        /**
         * RoleNotFound
         * @description There is no such role
         */
        RoleNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "role_not_found";
        };
        /**
         * ServiceAccountNotFound
         * @description There is no such service account
         */
        ServiceAccountNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "service_account_not_found";
        };
        /**
         * SessionNotFound
         * @description There is no such session, or it has ended
         */
        SessionNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "session_not_found";
        };
        /**
         * UserNotFound
         * @description There is no such user
         */
        UserNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "user_not_found";
        };
        /**
         * WebhookNotFound
         * @description There is no such webhook
         */
        WebhookNotFound: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "webhook_not_found";
        };
        /**
         * MethodNotAllowed
         * @description This path does not support that method
         */
        MethodNotAllowed: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "method_not_allowed";
            /** @description The methods that this path allows */
            allowed: string[];
        };
        /**
         * RequestTimeout
         * @description The request body took too long to arrive
         */
        RequestTimeout: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "request_timeout";
        };
        /**
         * AlreadyInvited
         * @description An invitation for this address is pending; resend or delete it
         */
        AlreadyInvited: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "already_invited";
            id: number;
        };
        /**
         * TooManyApps
         * @description You have too many authenticator apps; remove one first
         */
        TooManyApps: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "authenticator_limit_reached";
            limit: number;
        };
        /**
         * BuiltInRole
         * @description Built-in roles can't be renamed or deleted, and admin keeps all permissions
         */
        BuiltInRole: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "built_in_role";
        };
        /**
         * EmailTaken
         * @description That e-mail address is already in use
         */
        EmailTaken: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "email_taken";
        };
        /**
         * EventGone
         * @description The event is not kept any more, so that it cannot be sent again
         */
        EventGone: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "event_gone";
        };
        /**
         * FactorStillRequired
         * @description Your roles ask for this factor; set up another one first
         */
        FactorStillRequired: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "factor_still_required";
            /** @description What the roles of the user ask of a sign-in */
            requiredStrength: string;
        };
        /**
         * InvitationAccepted
         * @description This invitation was accepted already
         */
        InvitationAccepted: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "invitation_accepted";
        };
        /**
         * KeyInUse
         * @description This key is signing tokens; rotate first
         */
        KeyInUse: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "key_in_use";
        };
        /**
         * LastAdministrator
         * @description At least one enabled administrator must remain
         */
        LastAdministrator: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "last_administrator";
        };
        /**
         * LastWayIn
         * @description This is the last way to sign in; add another one first
         */
        LastWayIn: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "last_way_in";
        };
        /**
         * MailContentErased
         * @description The content of a mail is erased once it is delivered or given up; repeat what caused the mail
         */
        MailContentErased: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "mail_content_erased";
        };
        /**
         * NoMailServer
         * @description No mail server is set: set DOORWARD_SMTP_URL, or pass the link on
         */
        NoMailServer: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "no_mail_server";
        };
        /**
         * NoSecondFactor
         * @description Recovery codes stand in for a second factor; set one up first
         */
        NoSecondFactor: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "no_second_factor";
        };
        /**
         * OwnAccount
         * @description You can't disable or delete your own account
         */
        OwnAccount: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "own_account";
        };
        /**
         * OwnFactors
         * @description Remove your own factors with DELETE /api/auth/factors/{id}
         */
        OwnFactors: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "own_factors";
        };
        /**
         * OwnPassword
         * @description Change your own password with PUT /api/auth/password
         */
        OwnPassword: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "own_password";
        };
        /**
         * PasskeyNeeded
         * @description Add a passkey that verifies you, by a fingerprint or a PIN, before you remove your password
         */
        PasskeyNeeded: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "passkey_needed";
        };
        /**
         * PasskeyTaken
         * @description This passkey is registered already
         */
        PasskeyTaken: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "passkey_taken";
        };
        /**
         * RoleStillInUse
         * @description Users have this role; add force=true to remove it from them
         */
        RoleStillInUse: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "role_in_use";
            /** @description How many users have the role */
            users: number;
        };
        /**
         * RoleNameTaken
         * @description That role name is already in use
         */
        RoleNameTaken: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "role_name_taken";
        };
        /**
         * ServiceAccount
         * @description This is a service account: it has no password and no sessions, and is managed at /api/service-accounts
         */
        ServiceAccount: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "service_account";
        };
        /**
         * TooManyApiKeys
         * @description There can't be more API keys; delete some that are not used
         */
        TooManyApiKeys: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_api_keys";
            limit: number;
        };
        /**
         * TooManyGrants
         * @description All roles together grant too many permissions; remove some first
         */
        TooManyGrants: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_grants";
            limit: number;
            characters: number;
        };
        /**
         * TooManyInvitations
         * @description Too many invitations are pending; delete some first
         */
        TooManyInvitations: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_invitations";
            limit: number;
        };
        /**
         * TooManyPasskeys
         * @description You have 20 passkeys already; remove one first
         */
        TooManyPasskeys: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_passkeys";
        };
        /**
         * TooManyRoles
         * @description There can't be more roles; delete some that are not used
         */
        TooManyRoles: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_roles";
            limit: number;
        };
        /**
         * TooManyServiceAccounts
         * @description There can't be more service accounts; delete some first
         */
        TooManyServiceAccounts: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_service_accounts";
            limit: number;
        };
        /**
         * TooManyWebhooks
         * @description There are as many webhooks as there can be; delete one first
         */
        TooManyWebhooks: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_webhooks";
            limit: number;
        };
        /**
         * UsernameTaken
         * @description That username is already in use
         */
        UsernameTaken: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "username_taken";
        };
        /**
         * WebhookDisabled
         * @description The webhook is disabled; enable it first
         */
        WebhookDisabled: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "webhook_disabled";
        };
        /**
         * PreconditionFailed
         * @description It has changed since you read it; read it again
         */
        PreconditionFailed: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "precondition_failed";
        };
        /**
         * BodyTooLarge
         * @description The request body is too large
         */
        BodyTooLarge: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "body_too_large";
        };
        /**
         * UnsupportedMediaType
         * @description Send the body as application/json
         */
        UnsupportedMediaType: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "unsupported_media_type";
        };
        /**
         * IdempotencyKeyReused
         * @description This Idempotency-Key was used for a different request
         */
        IdempotencyKeyReused: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "idempotency_key_reused";
        };
        /**
         * TooManyAttempts
         * @description Too many sign-ins; try again later
         */
        TooManyAttempts: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_attempts";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * TooManyLists
         * @description You have too many lists and searches running; try again shortly
         */
        TooManyLists: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_lists";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * TooManyMails
         * @description Too many mails were asked for; try again later
         */
        TooManyMails: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_mails";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * TooManyRequests
         * @description Too many requests; slow down
         */
        TooManyRequests: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_requests";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * TooManyStreams
         * @description Too many event streams are open; close one or try again later
         */
        TooManyStreams: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "too_many_streams";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * ClientDisconnected
         * @description The client closed the connection before the answer
         */
        ClientDisconnected: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "client_disconnected";
        };
        /**
         * InternalError
         * @description An internal error occurred
         */
        InternalError: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "internal_error";
        };
        /**
         * Busy
         * @description Too many concurrent sign-ins; try again shortly
         */
        Busy: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "busy";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * DatabaseUnavailable
         * @description The database is unavailable; try again shortly
         */
        DatabaseUnavailable: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "database_unavailable";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * ListsBusy
         * @description Too many lists and searches are waiting; try again shortly
         */
        ListsBusy: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "lists_busy";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
        /**
         * SchemaMismatch
         * @description The database has the schema of another version of this program
         */
        SchemaMismatch: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "schema_mismatch";
        };
        /**
         * SearchTimeout
         * @description The list or search took too long and was stopped; narrow it
         */
        SearchTimeout: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "search_timeout";
        };
        /**
         * Stopping
         * @description This server is shutting down; another one will answer
         */
        Stopping: {
            /**
             * @description The cause, for programs
             * @constant
             */
            reason: "stopping";
            /** @description Seconds to wait before the next attempt */
            retryAfter: number;
        };
    };
    responses: {
        /** @description There is nothing at this path */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 404;
                    message: string;
                    data: components["schemas"]["NotFound"];
                };
            };
        };
        /** @description This path does not support that method */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 405;
                    message: string;
                    data: components["schemas"]["MethodNotAllowed"];
                };
            };
        };
        /** @description Too many requests; slow down */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    code: 429;
                    message: string;
                    data: components["schemas"]["TooManyRequests"];
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the logs; an id that the request brought follows a slash */
        "X-Request-Id": string;
        /** @description The current version, for `If-Match` */
        ETag: string;
        /** @description Seconds to wait before the next attempt */
        "Retry-After": string;
        /** @description The exceeded limit: the remaining quota and the seconds until its renewal */
        RateLimit: string;
        /** @description The exceeded limit: its quota and its window in seconds */
        "RateLimit-Policy": string;
        /** @description The bearer challenge of RFC 6750, or of RFC 9470 */
        "WWW-Authenticate": string;
        /** @description The methods that this path allows */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ann",
                 *       "password": "correct horse battery staple",
                 *       "device": "dwd_8Jq0...s2Xw"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900,
                     *         "user": {
                     *           "id": 42,
                     *           "username": "ann",
                     *           "name": "Ann Lee",
                     *           "email": "ann@example.com",
                     *           "phone": "+1 555 0100",
                     *           "avatar": "https://example.com/ann.png",
                     *           "roles": [
                     *             "user"
                     *           ],
                     *           "permissions": [
                     *             "articles:write"
                     *           ],
                     *           "status": 1,
                     *           "createdAt": "2026-01-31T12:00:00.000Z",
                     *           "updatedAt": "2026-01-31T12:00:00.000Z",
                     *           "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *           "mustChangePassword": true,
                     *           "metadata": {
                     *             "department": "sales"
                     *           },
                     *           "emailVerified": true,
                     *           "pendingEmail": null,
                     *           "strength": "twoFactors",
                     *           "requiredStrength": "password",
                     *           "service": true
                     *         },
                     *         "device": "dwd_8Jq0...s2Xw",
                     *         "recoveryCodesLeft": 9
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["LoginData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Wrong username or password · Confirm this sign-in with a second factor */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["InvalidCredentials"] | components["schemas"]["SecondFactorRequired"];
                    };
                };
            };
            /** @description This account is disabled · Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["AccountDisabled"] | components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    authContinueLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flow": "dwf_Q9d1...TtB0",
                 *       "method": "totp",
                 *       "code": "314159",
                 *       "credential": null,
                 *       "trustDevice": false,
                 *       "device": "dwd_8Jq0...s2Xw"
                 *     }
                 */
                "application/json": components["schemas"]["ContinueLogin"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900,
                     *         "user": {
                     *           "id": 42,
                     *           "username": "ann",
                     *           "name": "Ann Lee",
                     *           "email": "ann@example.com",
                     *           "phone": "+1 555 0100",
                     *           "avatar": "https://example.com/ann.png",
                     *           "roles": [
                     *             "user"
                     *           ],
                     *           "permissions": [
                     *             "articles:write"
                     *           ],
                     *           "status": 1,
                     *           "createdAt": "2026-01-31T12:00:00.000Z",
                     *           "updatedAt": "2026-01-31T12:00:00.000Z",
                     *           "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *           "mustChangePassword": true,
                     *           "metadata": {
                     *             "department": "sales"
                     *           },
                     *           "emailVerified": true,
                     *           "pendingEmail": null,
                     *           "strength": "twoFactors",
                     *           "requiredStrength": "password",
                     *           "service": true
                     *         },
                     *         "device": "dwd_8Jq0...s2Xw",
                     *         "recoveryCodesLeft": 9
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["LoginData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · The code is wrong, has expired or was used before */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidCode"];
                    };
                };
            };
            /** @description This sign-in has expired or was finished; start again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["SignInExpired"];
                    };
                };
            };
            /** @description Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    authCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 42,
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "email": "ann@example.com",
                     *         "phone": "+1 555 0100",
                     *         "avatar": "https://example.com/ann.png",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "articles:write"
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *         "mustChangePassword": true,
                     *         "metadata": {
                     *           "department": "sales"
                     *         },
                     *         "emailVerified": true,
                     *         "pendingEmail": null,
                     *         "strength": "twoFactors",
                     *         "requiredStrength": "password",
                     *         "service": true,
                     *         "impersonator": {
                     *           "id": 1,
                     *           "username": "..."
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["CurrentUserData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ann Lee",
                 *       "email": "ann@example.com",
                 *       "phone": "+1 555 0100",
                 *       "avatar": "https://example.com/ann.png"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAccount"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 42,
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "email": "ann@example.com",
                     *         "phone": "+1 555 0100",
                     *         "avatar": "https://example.com/ann.png",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "articles:write"
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *         "mustChangePassword": true,
                     *         "metadata": {
                     *           "department": "sales"
                     *         },
                     *         "emailVerified": true,
                     *         "pendingEmail": null,
                     *         "strength": "twoFactors",
                     *         "requiredStrength": "password",
                     *         "service": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["UserData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    authRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "Zk3vQ9d1...x7TtB0"
                 *     }
                 */
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["TokenData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description The refresh token is not valid; sign in again · The refresh token was used before; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["InvalidRefreshToken"] | components["schemas"]["RefreshTokenReused"];
                    };
                };
            };
            /** @description Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    authLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"];
                    };
                };
            };
            /** @description Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "...",
                 *       "newPassword": "..."
                 *     }
                 */
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["TokenData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · The current password is wrong */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["WrongPassword"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysRemovePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · Passkeys need DOORWARD_PUBLIC_URL to be an https address with a host name, not an IP address */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PasskeysUnavailable"];
                    };
                };
            };
            /** @description Add a passkey that verifies you, by a fingerprint or a PIN, before you remove your password */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["PasskeyNeeded"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountStepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "passkey",
                 *       "password": "...",
                 *       "code": "314159",
                 *       "credential": null
                 *     }
                 */
                "application/json": components["schemas"]["StepUpBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["TokenData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · The current password is wrong · The code is wrong, has expired or was used before */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["WrongPassword"] | components["schemas"]["InvalidCode"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountSessions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "device": "Firefox on Windows",
                     *             "address": "192.0.2.1",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "expiresAt": "2026-01-31T12:00:00.000Z",
                     *             "current": true,
                     *             "impersonator": "..."
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["SessionPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountEndSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such session, or it has ended */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["SessionNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountLogoutAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    usersPage: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
                /** @description Matches anywhere in the username, name or e-mail address, ignoring case */
                keyword?: string;
                /** @description 0 disabled, 1 enabled */
                status?: (0 | 1) | "";
                /** @description Only users who hold this role */
                role?: string;
                /** @description A field; `-` before it sorts in descending order */
                sort?: "id" | "-id" | "username" | "-username" | "name" | "-name" | "email" | "-email" | "status" | "-status" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastLoginAt" | "-lastLoginAt" | "";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 42,
                     *             "username": "ann",
                     *             "name": "Ann Lee",
                     *             "email": "ann@example.com",
                     *             "phone": "+1 555 0100",
                     *             "avatar": "https://example.com/ann.png",
                     *             "roles": [
                     *               "user"
                     *             ],
                     *             "permissions": [
                     *               "articles:write"
                     *             ],
                     *             "status": 1,
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "updatedAt": "2026-01-31T12:00:00.000Z",
                     *             "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *             "mustChangePassword": true,
                     *             "metadata": {
                     *               "department": "sales"
                     *             },
                     *             "emailVerified": true,
                     *             "pendingEmail": null,
                     *             "strength": "twoFactors",
                     *             "requiredStrength": "password",
                     *             "service": true
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 20,
                     *         "totalCapped": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["UserPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · Only the first 10,000 matches can be paged through; narrow the search */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["SearchTooDeep"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    usersCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request: repeating a request with the same key has no further effect */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ann",
                 *       "password": "correct horse battery staple",
                 *       "name": "Ann Lee",
                 *       "email": "ann@example.com",
                 *       "phone": "+1 555 0100",
                 *       "avatar": "https://example.com/ann.png",
                 *       "roles": [
                 *         "user"
                 *       ],
                 *       "status": 1,
                 *       "mustChangePassword": true,
                 *       "metadata": {
                 *         "department": "sales"
                 *       },
                 *       "emailVerified": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateUser"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 42,
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "email": "ann@example.com",
                     *         "phone": "+1 555 0100",
                     *         "avatar": "https://example.com/ann.png",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "articles:write"
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *         "mustChangePassword": true,
                     *         "metadata": {
                     *           "department": "sales"
                     *         },
                     *         "emailVerified": true,
                     *         "pendingEmail": null,
                     *         "strength": "twoFactors",
                     *         "requiredStrength": "password",
                     *         "service": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["UserData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · You can't grant permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["BeyondOwnRights"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use · That e-mail address is already in use */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"] | components["schemas"]["EmailTaken"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description This Idempotency-Key was used for a different request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 422;
                        message: string;
                        data: components["schemas"]["IdempotencyKeyReused"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    usersRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 42,
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "email": "ann@example.com",
                     *         "phone": "+1 555 0100",
                     *         "avatar": "https://example.com/ann.png",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "articles:write"
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *         "mustChangePassword": true,
                     *         "metadata": {
                     *           "department": "sales"
                     *         },
                     *         "emailVerified": true,
                     *         "pendingEmail": null,
                     *         "strength": "twoFactors",
                     *         "requiredStrength": "password",
                     *         "service": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["UserData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    usersUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ann",
                 *       "password": "correct horse battery staple",
                 *       "name": "Ann Lee",
                 *       "email": "ann@example.com",
                 *       "phone": "+1 555 0100",
                 *       "avatar": "https://example.com/ann.png",
                 *       "roles": [
                 *         "user"
                 *       ],
                 *       "status": 1,
                 *       "mustChangePassword": true,
                 *       "metadata": {
                 *         "department": "sales"
                 *       },
                 *       "emailVerified": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 42,
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "email": "ann@example.com",
                     *         "phone": "+1 555 0100",
                     *         "avatar": "https://example.com/ann.png",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "articles:write"
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *         "mustChangePassword": true,
                     *         "metadata": {
                     *           "department": "sales"
                     *         },
                     *         "emailVerified": true,
                     *         "pendingEmail": null,
                     *         "strength": "twoFactors",
                     *         "requiredStrength": "password",
                     *         "service": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["UserData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · You can't grant permissions that you don't have · You need the role that `role` names, or the permission roles:grant · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["BeyondOwnRights"] | components["schemas"]["RoleNotHeld"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use · That e-mail address is already in use · At least one enabled administrator must remain · You can't disable or delete your own account · Change your own password with PUT /api/auth/password · This is a service account: it has no password and no sessions, and is managed at /api/service-accounts */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"] | components["schemas"]["EmailTaken"] | components["schemas"]["LastAdministrator"] | components["schemas"]["OwnAccount"] | components["schemas"]["OwnPassword"] | components["schemas"]["ServiceAccount"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    usersDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description At least one enabled administrator must remain · You can't disable or delete your own account · This is a service account: it has no password and no sessions, and is managed at /api/service-accounts */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["LastAdministrator"] | components["schemas"]["OwnAccount"] | components["schemas"]["ServiceAccount"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    usersConfusables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "username": "...",
                     *             "status": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ConfusableList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountUserSessions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "device": "Firefox on Windows",
                     *             "address": "192.0.2.1",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "expiresAt": "2026-01-31T12:00:00.000Z",
                     *             "current": true,
                     *             "impersonator": "..."
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["SessionPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountEndUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    accountEndUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                sessionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user · There is no such session, or it has ended */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"] | components["schemas"]["SessionNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    rolesPage: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
                keyword?: string;
                /** @description A field; `-` before it sorts in descending order */
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "name": "...",
                     *             "description": "...",
                     *             "permissions": [
                     *               "..."
                     *             ],
                     *             "builtIn": true,
                     *             "userCount": 1,
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "updatedAt": "2026-01-31T12:00:00.000Z",
                     *             "requiredStrength": "password"
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["RolePage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    rolesCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request: repeating a request with the same key has no further effect */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "accountant",
                 *       "description": "Sees and exports orders",
                 *       "permissions": [
                 *         "orders:read",
                 *         "orders:export"
                 *       ],
                 *       "requiredStrength": "password"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRole"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "...",
                     *         "description": "...",
                     *         "permissions": [
                     *           "..."
                     *         ],
                     *         "builtIn": true,
                     *         "userCount": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "requiredStrength": "password"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["RoleData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · You can't grant permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["BeyondOwnRights"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That role name is already in use · There can't be more roles; delete some that are not used · All roles together grant too many permissions; remove some first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["RoleNameTaken"] | components["schemas"]["TooManyRoles"] | components["schemas"]["TooManyGrants"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description This Idempotency-Key was used for a different request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 422;
                        message: string;
                        data: components["schemas"]["IdempotencyKeyReused"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    rolesRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "...",
                     *         "description": "...",
                     *         "permissions": [
                     *           "..."
                     *         ],
                     *         "builtIn": true,
                     *         "userCount": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "requiredStrength": "password"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["RoleData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such role */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["RoleNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    rolesUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "accountant",
                 *       "description": "Sees and exports orders",
                 *       "permissions": [
                 *         "orders:read",
                 *         "orders:export"
                 *       ],
                 *       "requiredStrength": "password"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "...",
                     *         "description": "...",
                     *         "permissions": [
                     *           "..."
                     *         ],
                     *         "builtIn": true,
                     *         "userCount": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "requiredStrength": "password"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["RoleData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · You can't grant permissions that you don't have · You need the role that `role` names, or the permission roles:grant · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["BeyondOwnRights"] | components["schemas"]["RoleNotHeld"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such role */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["RoleNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That role name is already in use · All roles together grant too many permissions; remove some first · Built-in roles can't be renamed or deleted, and admin keeps all permissions */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["RoleNameTaken"] | components["schemas"]["TooManyGrants"] | components["schemas"]["BuiltInRole"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    rolesDelete: {
        parameters: {
            query?: {
                /** @description Also remove the role from its users */
                force?: boolean;
            };
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such role */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["RoleNotFound"];
                    };
                };
            };
            /** @description Users have this role; add force=true to remove it from them · Built-in roles can't be renamed or deleted, and admin keeps all permissions */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["RoleStillInUse"] | components["schemas"]["BuiltInRole"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    rolesPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "name": "...",
                     *             "description": "...",
                     *             "builtIn": true,
                     *             "roles": [
                     *               "..."
                     *             ],
                     *             "roleCount": 1
                     *           }
                     *         ],
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["PermissionList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    auditPage: {
        parameters: {
            query?: {
                /** @description `user:5`, `role:3`, `cli:ann`, `system`, the id of a user, or a username */
                actor?: string;
                /** @description `user:5`, `role:3`, `cli:ann`, `system`, the id of a user, or a username */
                target?: string;
                /** @description An action, or a group such as `user.*` */
                action?: string;
                /** @description ISO 8601; UTC unless it has an offset */
                from?: string;
                /** @description ISO 8601; UTC unless it has an offset */
                to?: string;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
                /** @description `csv` exports all matching entries, not one page */
                format?: "csv" | "json" | "";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": "0-17",
                     *             "time": "2026-01-31T12:00:00.000Z",
                     *             "action": "user.updated",
                     *             "actor": "user:1",
                     *             "actorName": "admin",
                     *             "target": "user:5",
                     *             "targetName": "ann",
                     *             "address": "192.0.2.1",
                     *             "requestId": "...",
                     *             "details": {},
                     *             "hash": "..."
                     *           }
                     *         ],
                     *         "pageSize": 1,
                     *         "nextCursor": "..."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["AuditPage"];
                    };
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    statsRead: {
        parameters: {
            query?: {
                /** @description Number of days, including today */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "activeSessions": 1,
                     *         "signIns": [
                     *           {
                     *             "date": "2026-01-31",
                     *             "succeeded": 1,
                     *             "failed": 1
                     *           }
                     *         ],
                     *         "factors": {
                     *           "totp": 1,
                     *           "passkey": 1,
                     *           "recoveryCodes": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["StatsData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    systemHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "status": "ok"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["Health"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
        };
    };
    systemReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "status": "ok"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["Health"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly · The database has the schema of another version of this program · This server is shutting down; another one will answer */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"] | components["schemas"]["SchemaMismatch"] | components["schemas"]["Stopping"];
                    };
                };
            };
        };
    };
    systemJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "EC",
                     *           "crv": "P-256",
                     *           "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                     *           "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                     *           "n": "...",
                     *           "e": "...",
                     *           "kid": "k7Qm2sVd",
                     *           "alg": "ES256",
                     *           "use": "sig"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
        };
    };
    descriptionOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            /** @description `If-None-Match` names the tag of this document */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/json": string;
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
        };
    };
    apiKeysOwn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "name": "Nightly export",
                     *             "hint": "3f9a",
                     *             "permissions": [
                     *               "orders:read"
                     *             ],
                     *             "networks": [
                     *               "192.0.2.0/24"
                     *             ],
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "expiresAt": "2026-01-31T12:00:00.000Z",
                     *             "expired": true,
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "lastAddress": "192.0.2.1",
                     *             "token": "dwk_3J8c...9fA13f9a"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["KeyList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    apiKeysCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly export",
                 *       "expiresAt": "2030-01-31T12:00:00.000Z",
                 *       "permissions": [
                 *         "orders:read"
                 *       ],
                 *       "networks": [
                 *         "192.0.2.0/24"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Nightly export",
                     *         "hint": "3f9a",
                     *         "permissions": [
                     *           "orders:read"
                     *         ],
                     *         "networks": [
                     *           "192.0.2.0/24"
                     *         ],
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "expired": true,
                     *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastAddress": "192.0.2.1",
                     *         "token": "dwk_3J8c...9fA13f9a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["KeyData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description There can't be more API keys; delete some that are not used */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["TooManyApiKeys"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    apiKeysRename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly export"
                 *     }
                 */
                "application/json": components["schemas"]["RenameKey"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Nightly export",
                     *         "hint": "3f9a",
                     *         "permissions": [
                     *           "orders:read"
                     *         ],
                     *         "networks": [
                     *           "192.0.2.0/24"
                     *         ],
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "expired": true,
                     *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastAddress": "192.0.2.1",
                     *         "token": "dwk_3J8c...9fA13f9a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["KeyData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such API key */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ApiKeyNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    apiKeysDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such API key */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ApiKeyNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    apiKeysOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "name": "Nightly export",
                     *             "hint": "3f9a",
                     *             "permissions": [
                     *               "orders:read"
                     *             ],
                     *             "networks": [
                     *               "192.0.2.0/24"
                     *             ],
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "expiresAt": "2026-01-31T12:00:00.000Z",
                     *             "expired": true,
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "lastAddress": "192.0.2.1",
                     *             "token": "dwk_3J8c...9fA13f9a"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["KeyList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description This is a service account: it has no password and no sessions, and is managed at /api/service-accounts */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["ServiceAccount"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    apiKeysDeleteAllOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description This is a service account: it has no password and no sessions, and is managed at /api/service-accounts */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["ServiceAccount"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    apiKeysDeleteOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                key: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user · There is no such API key */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"] | components["schemas"]["ApiKeyNotFound"];
                    };
                };
            };
            /** @description This is a service account: it has no password and no sessions, and is managed at /api/service-accounts */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["ServiceAccount"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    brandingRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "name": "Example",
                     *         "colour": "#4f46e5",
                     *         "colourDark": "#7f78ec",
                     *         "logoLight": "...",
                     *         "logoDark": "...",
                     *         "footerLinks": [
                     *           {
                     *             "label": "Privacy",
                     *             "address": "https://example.com/privacy"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["BrandData"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    brandingUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example",
                 *       "colour": "#4f46e5",
                 *       "footerLinks": [
                 *         {
                 *           "label": "Privacy",
                 *           "address": "https://example.com/privacy"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBrand"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "name": "Example",
                     *         "colour": "#4f46e5",
                     *         "colourDark": "#7f78ec",
                     *         "logoLight": "...",
                     *         "logoDark": "...",
                     *         "footerLinks": [
                     *           {
                     *             "label": "Privacy",
                     *             "address": "https://example.com/privacy"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["BrandData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    brandingUploadLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                variant: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "name": "Example",
                     *         "colour": "#4f46e5",
                     *         "colourDark": "#7f78ec",
                     *         "logoLight": "...",
                     *         "logoDark": "...",
                     *         "footerLinks": [
                     *           {
                     *             "label": "Privacy",
                     *             "address": "https://example.com/privacy"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["BrandData"];
                    };
                };
            };
            /** @description Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    brandingDeleteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                variant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "name": "Example",
                     *         "colour": "#4f46e5",
                     *         "colourDark": "#7f78ec",
                     *         "logoLight": "...",
                     *         "logoDark": "...",
                     *         "footerLinks": [
                     *           {
                     *             "label": "Privacy",
                     *             "address": "https://example.com/privacy"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["BrandData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    devicesOwn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "name": "Firefox on Windows",
                     *             "address": "192.0.2.1",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "trustedUntil": "2026-01-31T12:00:00.000Z",
                     *             "current": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["DeviceList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    devicesForgetAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    devicesForget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such device */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["DeviceNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    devicesDisown: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "..."
                 *     }
                 */
                "application/json": components["schemas"]["NotMe"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "dwl_Q9d1...TtB0",
                     *         "expiresIn": 3600
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["NotMeData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · This link is not valid, has expired or was used before; ask for a new one */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidOneTimeToken"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    emailChangeChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeEmail"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "status": "changed"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["EmailChangeData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    emailChangeConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "dwl_Zk3v...x7Tt"
                 *     }
                 */
                "application/json": components["schemas"]["MailedToken"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · This link is not valid, has expired or was used before; ask for a new one */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidOneTimeToken"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That e-mail address is already in use */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["EmailTaken"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    emailChangeRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "dwl_Zk3v...x7Tt"
                 *     }
                 */
                "application/json": components["schemas"]["MailedToken"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · This link is not valid, has expired or was used before; ask for a new one */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidOneTimeToken"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    emailCodeRequestCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identifier": "ann@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RequestCode"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "flow": "dwf_Q9d1...TtB0",
                     *         "expiresIn": 600
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["CodeFlow"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Signing in by a mailed code is turned off */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["EmailCodeDisabled"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    emailCodeVerifyCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flow": "dwf_Q9d1...TtB0",
                 *       "code": "314159",
                 *       "device": "dwd_8Jq0...s2Xw"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyCode"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900,
                     *         "user": {
                     *           "id": 42,
                     *           "username": "ann",
                     *           "name": "Ann Lee",
                     *           "email": "ann@example.com",
                     *           "phone": "+1 555 0100",
                     *           "avatar": "https://example.com/ann.png",
                     *           "roles": [
                     *             "user"
                     *           ],
                     *           "permissions": [
                     *             "articles:write"
                     *           ],
                     *           "status": 1,
                     *           "createdAt": "2026-01-31T12:00:00.000Z",
                     *           "updatedAt": "2026-01-31T12:00:00.000Z",
                     *           "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *           "mustChangePassword": true,
                     *           "metadata": {
                     *             "department": "sales"
                     *           },
                     *           "emailVerified": true,
                     *           "pendingEmail": null,
                     *           "strength": "twoFactors",
                     *           "requiredStrength": "password",
                     *           "service": true
                     *         },
                     *         "device": "dwd_8Jq0...s2Xw",
                     *         "recoveryCodesLeft": 9
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["LoginData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · The code is wrong, has expired or was used before */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidCode"];
                    };
                };
            };
            /** @description Confirm this sign-in with a second factor */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["SecondFactorRequired"];
                    };
                };
            };
            /** @description Signing in by a mailed code is turned off · Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["EmailCodeDisabled"] | components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    eventStreamEvents: {
        parameters: {
            query?: {
                /** @description Types of events or groups, separated by commas */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 4711
                     *     event: user.created
                     *     data: {...}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description Too many event streams are open; close one or try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyStreams"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    factorsOwn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "type": "passkey",
                     *             "name": "Telephone",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "remaining": 0
                     *           }
                     *         ],
                     *         "hasPassword": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["OwnFactorList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    factorsRename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Telephone"
                 *     }
                 */
                "application/json": components["schemas"]["RenameFactor"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "type": "passkey",
                     *         "name": "Telephone",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *         "remaining": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["FactorData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such factor */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["FactorNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    factorsRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such factor */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["FactorNotFound"];
                    };
                };
            };
            /** @description Your roles ask for this factor; set up another one first · This is the last way to sign in; add another one first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["FactorStillRequired"] | components["schemas"]["LastWayIn"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    factorsNewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "recoveryCodes": [
                     *           "aaaa-bbbb-cccc-dddd"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["RecoveryCodesData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description Recovery codes stand in for a second factor; set one up first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["NoSecondFactor"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    factorsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "type": "passkey",
                     *             "name": "Telephone",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "remaining": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["FactorList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    factorsReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description Remove your own factors with DELETE /api/auth/factors/{id} */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["OwnFactors"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    hostedPagesConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "registration": "open",
                     *         "registrationDomains": [
                     *           "example.com"
                     *         ],
                     *         "emailCode": true,
                     *         "loginByEmail": true,
                     *         "passwordMinLength": 8,
                     *         "passwordMaxLength": 256,
                     *         "passkeyHost": "login.example.com",
                     *         "languages": [
                     *           "en",
                     *           "zh"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ConfigurationData"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    impersonationBegin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "expiresIn": 900,
                     *         "user": {
                     *           "id": 42,
                     *           "username": "ann",
                     *           "name": "Ann Lee",
                     *           "email": "ann@example.com",
                     *           "phone": "+1 555 0100",
                     *           "avatar": "https://example.com/ann.png",
                     *           "roles": [
                     *             "user"
                     *           ],
                     *           "permissions": [
                     *             "articles:write"
                     *           ],
                     *           "status": 1,
                     *           "createdAt": "2026-01-31T12:00:00.000Z",
                     *           "updatedAt": "2026-01-31T12:00:00.000Z",
                     *           "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *           "mustChangePassword": true,
                     *           "metadata": {
                     *             "department": "sales"
                     *           },
                     *           "emailVerified": true,
                     *           "pendingEmail": null,
                     *           "strength": "twoFactors",
                     *           "requiredStrength": "password",
                     *           "service": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ImpersonationData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have · You need the role that `role` names, or the permission roles:grant · This account is disabled · Only a user who is signed in can act as another one */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"] | components["schemas"]["RoleNotHeld"] | components["schemas"]["AccountDisabled"] | components["schemas"]["NoSession"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such user */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["UserNotFound"];
                    };
                };
            };
            /** @description You can't disable or delete your own account · This is a service account: it has no password and no sessions, and is managed at /api/service-accounts */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["OwnAccount"] | components["schemas"]["ServiceAccount"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    invitationsPage: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
                state?: "accepted" | "expired" | "pending" | "";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "email": "ann@example.com",
                     *             "username": "ann",
                     *             "name": "Ann Lee",
                     *             "roles": [
                     *               "..."
                     *             ],
                     *             "inviter": "Maria Garcia",
                     *             "state": "accepted",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "expiresAt": "2026-01-31T12:00:00.000Z",
                     *             "acceptedAt": "2026-01-31T12:00:00.000Z",
                     *             "userId": 1
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["InvitationPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    invitationsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request: repeating a request with the same key has no further effect */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ann@example.com",
                 *       "username": "ann",
                 *       "name": "Ann Lee",
                 *       "roles": [
                 *         "user"
                 *       ],
                 *       "expiresIn": 604800
                 *     }
                 */
                "application/json": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "ann@example.com",
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "roles": [
                     *           "..."
                     *         ],
                     *         "inviter": "Maria Garcia",
                     *         "state": "accepted",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "acceptedAt": "2026-01-31T12:00:00.000Z",
                     *         "userId": 1,
                     *         "link": "https://login.example.com/account/invitation#token=dwl_Zk3v",
                     *         "mail": "held"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["SentInvitationData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · You can't grant permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["BeyondOwnRights"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use · That e-mail address is already in use · An invitation for this address is pending; resend or delete it · Too many invitations are pending; delete some first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"] | components["schemas"]["EmailTaken"] | components["schemas"]["AlreadyInvited"] | components["schemas"]["TooManyInvitations"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description This Idempotency-Key was used for a different request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 422;
                        message: string;
                        data: components["schemas"]["IdempotencyKeyReused"];
                    };
                };
            };
            /** @description Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    invitationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "ann@example.com",
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "roles": [
                     *           "..."
                     *         ],
                     *         "inviter": "Maria Garcia",
                     *         "state": "accepted",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "acceptedAt": "2026-01-31T12:00:00.000Z",
                     *         "userId": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["InvitationData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such invitation */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["InvitationNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    invitationsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such invitation */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["InvitationNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    invitationsResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "email": "ann@example.com",
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "roles": [
                     *           "..."
                     *         ],
                     *         "inviter": "Maria Garcia",
                     *         "state": "accepted",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "acceptedAt": "2026-01-31T12:00:00.000Z",
                     *         "userId": 1,
                     *         "link": "https://login.example.com/account/invitation#token=dwl_Zk3v",
                     *         "mail": "held"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["SentInvitationData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · You can't grant permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["BeyondOwnRights"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such invitation */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["InvitationNotFound"];
                    };
                };
            };
            /** @description This invitation was accepted already · That username is already in use · That e-mail address is already in use */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["InvitationAccepted"] | components["schemas"]["UsernameTaken"] | components["schemas"]["EmailTaken"];
                    };
                };
            };
            /** @description Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    invitationsReadOffer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "dwl_Zk3v...x7Tt"
                 *     }
                 */
                "application/json": components["schemas"]["ReadInvitation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "email": "ann@example.com",
                     *         "username": "ann",
                     *         "name": "Ann Lee",
                     *         "inviter": "...",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "passwordMinLength": 1,
                     *         "passwordMaxLength": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["OfferData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · This link is not valid, has expired or was used before; ask for a new one */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidOneTimeToken"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    invitationsAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "dwl_Zk3v...x7Tt",
                 *       "password": "...",
                 *       "username": "ann",
                 *       "name": "Ann Lee"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900,
                     *         "user": {
                     *           "id": 42,
                     *           "username": "ann",
                     *           "name": "Ann Lee",
                     *           "email": "ann@example.com",
                     *           "phone": "+1 555 0100",
                     *           "avatar": "https://example.com/ann.png",
                     *           "roles": [
                     *             "user"
                     *           ],
                     *           "permissions": [
                     *             "articles:write"
                     *           ],
                     *           "status": 1,
                     *           "createdAt": "2026-01-31T12:00:00.000Z",
                     *           "updatedAt": "2026-01-31T12:00:00.000Z",
                     *           "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *           "mustChangePassword": true,
                     *           "metadata": {
                     *             "department": "sales"
                     *           },
                     *           "emailVerified": true,
                     *           "pendingEmail": null,
                     *           "strength": "twoFactors",
                     *           "requiredStrength": "password",
                     *           "service": true
                     *         },
                     *         "device": "dwd_8Jq0...s2Xw",
                     *         "recoveryCodesLeft": 9
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["LoginData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · This link is not valid, has expired or was used before; ask for a new one */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidOneTimeToken"];
                    };
                };
            };
            /** @description Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use · That e-mail address is already in use */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"] | components["schemas"]["EmailTaken"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    mailPage: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
                state?: components["schemas"]["OutboxState"] | null;
                kind?: string;
                /** @description An address, in full */
                recipient?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "kind": "password_reset",
                     *             "recipient": "ann@example.com",
                     *             "userId": 1,
                     *             "state": "delivered",
                     *             "attempts": 1,
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "dueAt": "2026-01-31T12:00:00.000Z",
                     *             "finishedAt": "2026-01-31T12:00:00.000Z",
                     *             "error": "..."
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true,
                     *         "sends": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["MailPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    mailRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "kind": "password_reset",
                     *         "recipient": "ann@example.com",
                     *         "userId": 1,
                     *         "state": "delivered",
                     *         "attempts": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "dueAt": "2026-01-31T12:00:00.000Z",
                     *         "finishedAt": "2026-01-31T12:00:00.000Z",
                     *         "error": "...",
                     *         "subject": "...",
                     *         "text": "...",
                     *         "html": "...",
                     *         "link": "...",
                     *         "code": "..."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["MailContentData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such mail, or it was deleted some time after its end */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["MailNotFound"];
                    };
                };
            };
            /** @description The content of a mail is erased once it is delivered or given up; repeat what caused the mail */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["MailContentErased"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    mailRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "kind": "password_reset",
                     *         "recipient": "ann@example.com",
                     *         "userId": 1,
                     *         "state": "delivered",
                     *         "attempts": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "dueAt": "2026-01-31T12:00:00.000Z",
                     *         "finishedAt": "2026-01-31T12:00:00.000Z",
                     *         "error": "..."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["MailData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such mail, or it was deleted some time after its end */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["MailNotFound"];
                    };
                };
            };
            /** @description The content of a mail is erased once it is delivered or given up; repeat what caused the mail · No mail server is set: set DOORWARD_SMTP_URL, or pass the link on */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["MailContentErased"] | components["schemas"]["NoMailServer"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    mailTextsPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "kind": "test",
                     *             "language": "en",
                     *             "description": "...",
                     *             "placeholders": [
                     *               {
                     *                 "name": "...",
                     *                 "example": "..."
                     *               }
                     *             ],
                     *             "subject": "A message from {service}",
                     *             "body": "...",
                     *             "edited": true
                     *           }
                     *         ],
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["MailTextList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    mailTextsUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "A message from {service}",
                 *       "body": "Hello {name},\n\nmails from this service arrive."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMailText"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "kind": "test",
                     *         "language": "en",
                     *         "description": "...",
                     *         "placeholders": [
                     *           {
                     *             "name": "...",
                     *             "example": "..."
                     *           }
                     *         ],
                     *         "subject": "A message from {service}",
                     *         "body": "...",
                     *         "edited": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["MailTextData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such mail, or not in this language */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["MailTextNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    mailTextsReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such mail, or not in this language */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["MailTextNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    mailTextsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "A message from {service}",
                 *       "body": "Hello {name},\n\nmails from this service arrive."
                 *     }
                 */
                "application/json": components["schemas"]["PreviewMailText"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "subject": "...",
                     *         "text": "...",
                     *         "html": "..."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["MailPreview"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such mail, or not in this language */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["MailTextNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysBegin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "flow": "...",
                     *         "options": {
                     *           "rp": {
                     *             "id": "login.example.com",
                     *             "name": "..."
                     *           },
                     *           "user": {
                     *             "id": "ZHdsX1E5ZDE",
                     *             "name": "ann",
                     *             "displayName": "Ann Lee"
                     *           },
                     *           "challenge": "ZHdsX1E5ZDE",
                     *           "pubKeyCredParams": [
                     *             {
                     *               "type": "...",
                     *               "alg": -7
                     *             }
                     *           ],
                     *           "timeout": 1,
                     *           "excludeCredentials": [
                     *             {
                     *               "type": "...",
                     *               "id": "ZHdsX1E5ZDE",
                     *               "transports": [
                     *                 "..."
                     *               ]
                     *             }
                     *           ],
                     *           "authenticatorSelection": {
                     *             "residentKey": "required",
                     *             "requireResidentKey": true,
                     *             "userVerification": "preferred"
                     *           },
                     *           "attestation": "none"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["NewPasskeyOptions"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · Passkeys need DOORWARD_PUBLIC_URL to be an https address with a host name, not an IP address */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PasskeysUnavailable"];
                    };
                };
            };
            /** @description You have 20 passkeys already; remove one first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["TooManyPasskeys"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "type": "passkey",
                     *             "name": "Telephone",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "userVerified": true,
                     *             "synced": true,
                     *             "rpId": "login.example.com",
                     *             "recoveryCodes": [
                     *               "..."
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["PasskeyList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flow": "dwf_Q9d1...TtB0",
                 *       "credential": {
                 *         "id": "...",
                 *         "rawId": "...",
                 *         "type": "...",
                 *         "response": {
                 *           "clientDataJSON": "...",
                 *           "authenticatorData": "",
                 *           "signature": "",
                 *           "userHandle": null,
                 *           "attestationObject": "",
                 *           "transports": []
                 *         }
                 *       },
                 *       "name": "Telephone"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePasskey"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "type": "passkey",
                     *         "name": "Telephone",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *         "userVerified": true,
                     *         "synced": true,
                     *         "rpId": "login.example.com",
                     *         "recoveryCodes": [
                     *           "..."
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["PasskeyData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · The new passkey was not accepted; try again */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidRegistration"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · Passkeys need DOORWARD_PUBLIC_URL to be an https address with a host name, not an IP address */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PasskeysUnavailable"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description This passkey is registered already · You have 20 passkeys already; remove one first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["PasskeyTaken"] | components["schemas"]["TooManyPasskeys"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysRename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Telephone"
                 *     }
                 */
                "application/json": components["schemas"]["RenameFactor"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "type": "passkey",
                     *         "name": "Telephone",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *         "userVerified": true,
                     *         "synced": true,
                     *         "rpId": "login.example.com",
                     *         "recoveryCodes": [
                     *           "..."
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["PasskeyData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such factor */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["FactorNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such factor */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["FactorNotFound"];
                    };
                };
            };
            /** @description Your roles ask for this factor; set up another one first · This is the last way to sign in; add another one first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["FactorStillRequired"] | components["schemas"]["LastWayIn"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysBeginSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "flow": "dwf_"
                 *     }
                 */
                "application/json": components["schemas"]["BeginSignIn"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "flow": "...",
                     *         "options": {
                     *           "challenge": "ZHdsX1E5ZDE",
                     *           "timeout": 1,
                     *           "rpId": "login.example.com",
                     *           "allowCredentials": [
                     *             {
                     *               "type": "...",
                     *               "id": "ZHdsX1E5ZDE",
                     *               "transports": [
                     *                 "..."
                     *               ]
                     *             }
                     *           ],
                     *           "userVerification": "preferred"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["SignInOptions"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description This sign-in has expired or was finished; start again · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["SignInExpired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"];
                    };
                };
            };
            /** @description Passkeys need DOORWARD_PUBLIC_URL to be an https address with a host name, not an IP address */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["PasskeysUnavailable"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flow": "dwf_Q9d1...TtB0",
                 *       "credential": {
                 *         "id": "...",
                 *         "rawId": "...",
                 *         "type": "...",
                 *         "response": {
                 *           "clientDataJSON": "...",
                 *           "authenticatorData": "",
                 *           "signature": "",
                 *           "userHandle": null,
                 *           "attestationObject": "",
                 *           "transports": []
                 *         }
                 *       },
                 *       "device": "dwd_8Jq0...s2Xw"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyLogin"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900,
                     *         "user": {
                     *           "id": 42,
                     *           "username": "ann",
                     *           "name": "Ann Lee",
                     *           "email": "ann@example.com",
                     *           "phone": "+1 555 0100",
                     *           "avatar": "https://example.com/ann.png",
                     *           "roles": [
                     *             "user"
                     *           ],
                     *           "permissions": [
                     *             "articles:write"
                     *           ],
                     *           "status": 1,
                     *           "createdAt": "2026-01-31T12:00:00.000Z",
                     *           "updatedAt": "2026-01-31T12:00:00.000Z",
                     *           "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *           "mustChangePassword": true,
                     *           "metadata": {
                     *             "department": "sales"
                     *           },
                     *           "emailVerified": true,
                     *           "pendingEmail": null,
                     *           "strength": "twoFactors",
                     *           "requiredStrength": "password",
                     *           "service": true
                     *         },
                     *         "device": "dwd_8Jq0...s2Xw",
                     *         "recoveryCodesLeft": 9
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["LoginData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description The passkey was not accepted; try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["InvalidPasskey"];
                    };
                };
            };
            /** @description Passkeys need DOORWARD_PUBLIC_URL to be an https address with a host name, not an IP address · This account is disabled · Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["PasskeysUnavailable"] | components["schemas"]["AccountDisabled"] | components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    passkeysWellKnown: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enroll": "https://login.example.com/account/passkey",
                     *       "manage": "https://login.example.com/account/passkey"
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyEndpoints"];
                };
            };
            /** @description There is nothing at this path */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
        };
    };
    recoveryForgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identifier": "ann@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    recoveryReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "dwl_Zk3v...x7Tt",
                 *       "password": "a new long password"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · This link is not valid, has expired or was used before; ask for a new one */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidOneTimeToken"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    registrationRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ann",
                 *       "email": "ann@example.com",
                 *       "password": "...",
                 *       "name": "Ann Lee"
                 *     }
                 */
                "application/json": components["schemas"]["Register"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "flow": "dwf_Q9d1...TtB0",
                     *         "expiresIn": 86400
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["FlowData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Registration is closed · Registration needs an invitation; ask an administrator for one */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["RegistrationClosed"] | components["schemas"]["InvitationRequired"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many mails were asked for; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyMails"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    registrationConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "dwl_Zk3v...x7Tt",
                 *       "flow": "dwf_Q9d1...TtB0",
                 *       "code": "314159",
                 *       "password": "...",
                 *       "username": "ann"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmRegistration"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "token": "eyJhbGciOi...aQzWg",
                     *         "refreshToken": "Zk3vQ9d1...x7TtB0",
                     *         "expiresIn": 900,
                     *         "user": {
                     *           "id": 42,
                     *           "username": "ann",
                     *           "name": "Ann Lee",
                     *           "email": "ann@example.com",
                     *           "phone": "+1 555 0100",
                     *           "avatar": "https://example.com/ann.png",
                     *           "roles": [
                     *             "user"
                     *           ],
                     *           "permissions": [
                     *             "articles:write"
                     *           ],
                     *           "status": 1,
                     *           "createdAt": "2026-01-31T12:00:00.000Z",
                     *           "updatedAt": "2026-01-31T12:00:00.000Z",
                     *           "lastLoginAt": "2026-01-31T12:00:00.000Z",
                     *           "mustChangePassword": true,
                     *           "metadata": {
                     *             "department": "sales"
                     *           },
                     *           "emailVerified": true,
                     *           "pendingEmail": null,
                     *           "strength": "twoFactors",
                     *           "requiredStrength": "password",
                     *           "service": true
                     *         },
                     *         "device": "dwd_8Jq0...s2Xw",
                     *         "recoveryCodesLeft": 9
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["LoginData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · This link is not valid, has expired or was used before; ask for a new one · The code is wrong, has expired or was used before · This is not the password that was chosen when the account was requested */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidOneTimeToken"] | components["schemas"]["InvalidCode"] | components["schemas"]["WrongRegistrationPassword"];
                    };
                };
            };
            /** @description Registration is closed · Registration needs an invitation; ask an administrator for one · Only pages of this service can use the refresh cookie */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["RegistrationClosed"] | components["schemas"]["InvitationRequired"] | components["schemas"]["CrossSiteRequest"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use · That e-mail address is already in use */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"] | components["schemas"]["EmailTaken"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many sign-ins; try again later · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyAttempts"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many concurrent sign-ins; try again shortly · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["Busy"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    revocationsFeed: {
        parameters: {
            query?: {
                /** @description `seq` of the document that you have: to be told what came after it */
                since?: number | null;
                /** @description Seconds to wait for news, if you have everything by `since` or `If-None-Match`. Above 20 counts as 20; when 2000 requests wait, others are answered at once */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJFUzI1NiIs... */
                    "application/revocations+jwt": string;
                };
            };
            /** @description `If-None-Match` names the tag of this document */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/revocations+jwt": string;
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsPage: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "name": "billing",
                     *             "description": "Sends invoices",
                     *             "roles": [
                     *               "user"
                     *             ],
                     *             "permissions": [
                     *               "..."
                     *             ],
                     *             "status": 1,
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "updatedAt": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "total": 0,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ServiceAccountPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request: repeating a request with the same key has no further effect */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "billing",
                 *       "description": "Sends invoices",
                 *       "roles": [
                 *         "user"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateServiceAccount"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "billing",
                     *         "description": "Sends invoices",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "..."
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ServiceAccountData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · You can't grant permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["BeyondOwnRights"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use · There can't be more service accounts; delete some first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"] | components["schemas"]["TooManyServiceAccounts"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description This Idempotency-Key was used for a different request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 422;
                        message: string;
                        data: components["schemas"]["IdempotencyKeyReused"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "billing",
                     *         "description": "Sends invoices",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "..."
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ServiceAccountData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such service account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ServiceAccountNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "billing",
                 *       "description": "Sends invoices",
                 *       "roles": [
                 *         "user"
                 *       ],
                 *       "status": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateServiceAccount"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "billing",
                     *         "description": "Sends invoices",
                     *         "roles": [
                     *           "user"
                     *         ],
                     *         "permissions": [
                     *           "..."
                     *         ],
                     *         "status": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ServiceAccountData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have · You can't grant permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"] | components["schemas"]["BeyondOwnRights"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such service account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ServiceAccountNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description That username is already in use · You can't disable or delete your own account */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["UsernameTaken"] | components["schemas"]["OwnAccount"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such service account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ServiceAccountNotFound"];
                    };
                };
            };
            /** @description You can't disable or delete your own account */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["OwnAccount"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "name": "Nightly export",
                     *             "hint": "3f9a",
                     *             "permissions": [
                     *               "orders:read"
                     *             ],
                     *             "networks": [
                     *               "192.0.2.0/24"
                     *             ],
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "expiresAt": "2026-01-31T12:00:00.000Z",
                     *             "expired": true,
                     *             "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *             "lastAddress": "192.0.2.1",
                     *             "token": "dwk_3J8c...9fA13f9a"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["KeyList"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such service account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ServiceAccountNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsCreateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly export",
                 *       "expiresAt": "2030-01-31T12:00:00.000Z",
                 *       "permissions": [
                 *         "orders:read"
                 *       ],
                 *       "networks": [
                 *         "192.0.2.0/24"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Nightly export",
                     *         "hint": "3f9a",
                     *         "permissions": [
                     *           "orders:read"
                     *         ],
                     *         "networks": [
                     *           "192.0.2.0/24"
                     *         ],
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "expired": true,
                     *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastAddress": "192.0.2.1",
                     *         "token": "dwk_3J8c...9fA13f9a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["KeyData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have · You need the role that `role` names, or the permission roles:grant */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"] | components["schemas"]["RoleNotHeld"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such service account */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ServiceAccountNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description There can't be more API keys; delete some that are not used */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["TooManyApiKeys"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsRenameKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                key: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly export"
                 *     }
                 */
                "application/json": components["schemas"]["RenameKey"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "name": "Nightly export",
                     *         "hint": "3f9a",
                     *         "permissions": [
                     *           "orders:read"
                     *         ],
                     *         "networks": [
                     *           "192.0.2.0/24"
                     *         ],
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "expiresAt": "2026-01-31T12:00:00.000Z",
                     *         "expired": true,
                     *         "lastUsedAt": "2026-01-31T12:00:00.000Z",
                     *         "lastAddress": "192.0.2.1",
                     *         "token": "dwk_3J8c...9fA13f9a"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["KeyData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such service account · There is no such API key */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ServiceAccountNotFound"] | components["schemas"]["ApiKeyNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    serviceAccountsDeleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                key: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key · That user or role has permissions that you don't have */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"] | components["schemas"]["Outranked"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such service account · There is no such API key */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["ServiceAccountNotFound"] | components["schemas"]["ApiKeyNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    totpEnrol: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Telephone"
                 *     }
                 */
                "application/json": components["schemas"]["EnrolApp"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "secret": "JBSWY3DPEHPK3PXP",
                     *         "uri": "otpauth://totp/Doorward:ann?secret=JBSW...K3PXP",
                     *         "qr": "<svg viewBox=\"0 0 49 49\">...</svg>"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["EnrolmentData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description You have too many authenticator apps; remove one first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["TooManyApps"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    totpConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 7,
                 *       "code": "314159"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmApp"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "recoveryCodes": [
                     *           "aaaa-bbbb-cccc-dddd"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["ConfirmedApp"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid · The code is wrong, has expired or was used before · The clock of the device with the app is wrong; set it to automatic time and enter the next code */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"] | components["schemas"]["InvalidCode"] | components["schemas"]["AppClockOff"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"];
                    };
                };
            };
            /** @description There is no such factor */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["FactorNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description You have too many authenticator apps; remove one first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["TooManyApps"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksPage: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "url": "https://example.com/events",
                     *             "events": [
                     *               "..."
                     *             ],
                     *             "description": "...",
                     *             "enabled": true,
                     *             "disabledReason": "...",
                     *             "failingSince": "2026-01-31T12:00:00.000Z",
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "updatedAt": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["WebhookPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request: repeating a request with the same key has no further effect */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/events",
                 *       "events": [
                 *         "user.*",
                 *         "session.ended"
                 *       ],
                 *       "description": "Keeps the CRM up to date",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://example.com/events",
                     *         "events": [
                     *           "..."
                     *         ],
                     *         "description": "...",
                     *         "enabled": true,
                     *         "disabledReason": "...",
                     *         "failingSince": "2026-01-31T12:00:00.000Z",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["WebhookSecretData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description There are as many webhooks as there can be; delete one first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["TooManyWebhooks"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description This Idempotency-Key was used for a different request */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 422;
                        message: string;
                        data: components["schemas"]["IdempotencyKeyReused"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://example.com/events",
                     *         "events": [
                     *           "..."
                     *         ],
                     *         "description": "...",
                     *         "enabled": true,
                     *         "disabledReason": "...",
                     *         "failingSince": "2026-01-31T12:00:00.000Z",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["WebhookData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such webhook */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["WebhookNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you read: the change is made only if it is still current */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/events",
                 *       "events": [
                 *         "user.*",
                 *         "session.ended"
                 *       ],
                 *       "description": "Keeps the CRM up to date",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://example.com/events",
                     *         "events": [
                     *           "..."
                     *         ],
                     *         "description": "...",
                     *         "enabled": true,
                     *         "disabledReason": "...",
                     *         "failingSince": "2026-01-31T12:00:00.000Z",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["WebhookData"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such webhook */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["WebhookNotFound"];
                    };
                };
            };
            /** @description The request body took too long to arrive */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 408;
                        message: string;
                        data: components["schemas"]["RequestTimeout"];
                    };
                };
            };
            /** @description It has changed since you read it; read it again */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 412;
                        message: string;
                        data: components["schemas"]["PreconditionFailed"];
                    };
                };
            };
            /** @description The request body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 413;
                        message: string;
                        data: components["schemas"]["BodyTooLarge"];
                    };
                };
            };
            /** @description Send the body as application/json */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 415;
                        message: string;
                        data: components["schemas"]["UnsupportedMediaType"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: null;
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such webhook */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["WebhookNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "url": "https://example.com/events",
                     *         "events": [
                     *           "..."
                     *         ],
                     *         "description": "...",
                     *         "enabled": true,
                     *         "disabledReason": "...",
                     *         "failingSince": "2026-01-31T12:00:00.000Z",
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "updatedAt": "2026-01-31T12:00:00.000Z",
                     *         "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["WebhookSecretData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such webhook */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["WebhookNotFound"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "webhookId": 1,
                     *         "eventId": "evt_4711",
                     *         "type": "user.created",
                     *         "state": "delivered",
                     *         "attempts": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "dueAt": "2026-01-31T12:00:00.000Z",
                     *         "finishedAt": "2026-01-31T12:00:00.000Z",
                     *         "error": "..."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["DeliveryData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such webhook */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["WebhookNotFound"];
                    };
                };
            };
            /** @description The webhook is disabled; enable it first */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["WebhookDisabled"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksDeliveries: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 counts as 100 */
                pageSize?: number;
                state?: components["schemas"]["OutboxState"] | null;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "list": [
                     *           {
                     *             "id": 1,
                     *             "webhookId": 1,
                     *             "eventId": "evt_4711",
                     *             "type": "user.created",
                     *             "state": "delivered",
                     *             "attempts": 1,
                     *             "createdAt": "2026-01-31T12:00:00.000Z",
                     *             "dueAt": "2026-01-31T12:00:00.000Z",
                     *             "finishedAt": "2026-01-31T12:00:00.000Z",
                     *             "error": "..."
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 1,
                     *         "totalCapped": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["DeliveryPage"];
                    };
                };
            };
            /** @description The request can't be parsed: the body must be a JSON object, and all text UTF-8 · Some fields are not valid */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 400;
                        message: string;
                        data: components["schemas"]["MalformedRequest"] | components["schemas"]["ValidationFailed"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such webhook */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["WebhookNotFound"];
                    };
                };
            };
            /** @description You have too many lists and searches running; try again shortly · Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyLists"] | components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description Too many lists and searches are waiting; try again shortly · The list or search took too long and was stopped; narrow it · The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["ListsBusy"] | components["schemas"]["SearchTimeout"] | components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
    webhooksReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                delivery: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": 200,
                     *       "message": "success",
                     *       "data": {
                     *         "id": 1,
                     *         "webhookId": 1,
                     *         "eventId": "evt_4711",
                     *         "type": "user.created",
                     *         "state": "delivered",
                     *         "attempts": 1,
                     *         "createdAt": "2026-01-31T12:00:00.000Z",
                     *         "dueAt": "2026-01-31T12:00:00.000Z",
                     *         "finishedAt": "2026-01-31T12:00:00.000Z",
                     *         "error": "..."
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        code: 200;
                        message: string;
                        data: components["schemas"]["DeliveryData"];
                    };
                };
            };
            /** @description Sign in first · The access token is not valid · The access token has expired; refresh it · The session has ended; sign in again · This needs a more recent or a stronger authentication; confirm who you are and try again */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 401;
                        message: string;
                        data: components["schemas"]["AuthenticationRequired"] | components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"] | components["schemas"]["SessionEnded"] | components["schemas"]["StepUpRequired"];
                    };
                };
            };
            /** @description This API key can't be used from this network · API keys can't do this; sign in as a person · Not while you act as another user: credentials, factors, keys and sessions are the user's own to change · You don't have permission to do this · Change your password first · This needs a stronger sign-in; set up a factor first · The roles of this key's owner ask for a stronger sign-in than the one that created it; create a new key */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 403;
                        message: string;
                        data: components["schemas"]["NetworkNotAllowed"] | components["schemas"]["KeyNotAllowed"] | components["schemas"]["ImpersonationNotAllowed"] | components["schemas"]["PermissionDenied"] | components["schemas"]["PasswordChangeRequired"] | components["schemas"]["EnrolmentRequired"] | components["schemas"]["KeyTooWeak"];
                    };
                };
            };
            /** @description There is nothing at this path · There is no such webhook · There is no such delivery, or it was deleted some time ago */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 404;
                        message: string;
                        data: components["schemas"]["NotFound"] | components["schemas"]["WebhookNotFound"] | components["schemas"]["DeliveryNotFound"];
                    };
                };
            };
            /** @description The webhook is disabled; enable it first · The event is not kept any more, so that it cannot be sent again */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 409;
                        message: string;
                        data: components["schemas"]["WebhookDisabled"] | components["schemas"]["EventGone"];
                    };
                };
            };
            /** @description Too many requests; slow down */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 429;
                        message: string;
                        data: components["schemas"]["TooManyRequests"];
                    };
                };
            };
            /** @description An internal error occurred */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 500;
                        message: string;
                        data: components["schemas"]["InternalError"];
                    };
                };
            };
            /** @description The database is unavailable; try again shortly */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        code: 503;
                        message: string;
                        data: components["schemas"]["DatabaseUnavailable"];
                    };
                };
            };
        };
    };
}
