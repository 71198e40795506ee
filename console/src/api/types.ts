/** Short names for the generated API types. */
import type { components } from './schema'

type Schemas = components['schemas']

export type User = Schemas['UserData']
export type UserPage = Schemas['UserPage']
export type LoginData = Schemas['LoginData']
export type CreateUser = Schemas['CreateUser']
export type UpdateUser = Schemas['UpdateUser']
export type Role = Schemas['RoleData']
export type Permission = Schemas['PermissionData']
export type SignInDay = Schemas['SignInData']
export type Session = Schemas['SessionData']
export type AuditEntry = Schemas['AuditEntryData']
export type Mail = Schemas['MailData']
export type MailContent = Schemas['MailContentData']
export type MailText = Schemas['MailTextData']
export type Brand = Schemas['BrandData']
export type Invitation = Schemas['InvitationData']
export type CreatedInvitation = Schemas['SentInvitationData']
export type Configuration = Schemas['ConfigurationData']
