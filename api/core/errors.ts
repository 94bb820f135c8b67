import type { ProblemCode } from '@doorwright/locales';
import type { MessageParams } from './message-params.ts';

/**
 * Every error of the api with its HTTP status. Codes are stable and read by machines. Their messages stand in
 * locales/<language>/errors.json. Expected errors have status 200, because clients of Casdoor 2022 read the body
 * and not the status.
 */
export const errorStatus = {
  'sign-in-first': 200,
  unauthorized: 200,
  'api-access-too-narrow': 200,
  'scope-too-narrow': 200,
  'consent-too-narrow': 200,
  'session-expired': 200,
  'token-unknown': 200,
  'credentials-in-url': 200,
  'cross-site': 200,
  'sign-out-first': 200,
  'other-account': 200,
  'sign-in-failed': 200,
  'sessions-by-sign-in': 200,
  'user-forbidden': 200,
  locked: 200,
  'unknown-login-type': 200,
  'unknown-response-type': 200,
  'authorization-refused': 200,
  'client-unknown': 200,
  'redirect-not-allowed': 200,
  'cas-service-unknown': 200,
  'cas-off': 200,
  'grant-not-allowed': 200,
  'pkce-needed': 200,
  'cert-expired': 200,
  'consent-required': 200,
  'application-disabled': 200,
  'saml-request-refused': 200,
  'saml-service-unknown': 200,
  'saml-request-unknown': 200,
  'saml-key-unfit': 200,
  'unknown-path': 404,
  'unknown-method': 405,
  invalid: 200,
  'bad-id': 200,
  'missing-parameter': 200,
  'repeated-parameter': 200,
  'not-found': 200,
  duplicate: 200,
  'not-unique': 200,
  'too-many-policies': 200,
  'unknown-reference': 200,
  'foreign-reference': 200,
  stale: 200,
  'in-use': 200,
  'built-in': 200,
  sealed: 200,
  'last-administrator': 200,
  'rights-not-held': 200,
  managed: 200,
  'not-managed': 200,
  'name-conflict': 200,
  'adoption-refused': 200,
  'rotation-pending': 200,
  'operator-unknown': 401,
  'unknown-column': 200,
  'too-many-rows': 200,
  'field-rule': 200,
  impersonated: 200,
  'password-incorrect': 200,
  'password-common': 200,
  'password-too-short': 200,
  'password-too-long': 200,
  'password-blank': 200,
  'password-unchanged': 200,
  'password-used': 200,
  'password-breached': 200,
  'password-due': 200,
  'display-name-empty': 200,
  'signup-closed': 200,
  'signup-signed-in': 200,
  'prompt-required': 200,
  'prompt-unexpected': 200,
  'username-too-short': 200,
  'username-blank': 200,
  'username-invalid': 200,
  'username-taken': 200,
  'email-empty': 200,
  'email-taken': 200,
  'email-invalid': 200,
  'phone-empty': 200,
  'phone-taken': 200,
  'phone-invalid': 200,
  'first-name-blank': 200,
  'last-name-blank': 200,
  'display-name-blank': 200,
  'real-name-invalid': 200,
  'affiliation-blank': 200,
  'region-blank': 200,
  'region-invalid': 200,
  'id-card-blank': 200,
  'id-card-invalid': 200,
  'confirm-differs': 200,
  'agreement-missing': 200,
  'code-missing': 200,
  'code-not-sent': 200,
  'code-late': 200,
  'code-wrong': 200,
  'code-void': 200,
  'code-too-soon': 200,
  'captcha-failed': 200,
  'captcha-required': 200,
  'captcha-provider-invalid': 200,
  'captcha-away': 200,
  'captcha-keys-refused': 200,
  'email-provider-missing': 200,
  'sms-provider-missing': 200,
  'mail-failed': 200,
  'sms-failed': 200,
  'payment-channel-failed': 200,
  'payment-currency-refused': 200,
  'payment-notice-refused': 400,
  'payment-missing': 200,
  'payment-open': 200,
  'payment-not-paid': 200,
  'payment-provider-missing': 200,
  'payment-provider-elsewhere': 200,
  'payment-amount-refused': 200,
  ...{ 'invoice-unpaid': 200, 'invoice-country': 200, 'invoice-name': 200, 'invoice-id-card': 200 },
  ...{ 'invoice-email': 200, 'invoice-phone': 200, 'invoice-title': 200, 'invoice-tax-id': 200 },
  ...{ 'invoice-address': 200, 'invoice-by-hand': 200, 'invoice-pending': 200 },
  'product-missing': 200,
  'product-draft': 200,
  'product-free': 200,
  'product-sold-out': 200,
  'cert-missing': 200,
  'refund-too-much': 200,
  'refund-by-hand': 200,
  'refund-unsupported': 200,
  'refund-id-used': 200,
  'receivers-invalid': 200,
  'phones-invalid': 200,
  'recovery-closed': 200,
  'step-missing': 200,
  'ticket-expired': 200,
  'password-link-expired': 200,
  'link-void': 200,
  'link-elsewhere': 200,
  'factor-required': 200,
  'factor-enrol': 200,
  'factor-recovery': 200,
  'factor-missing': 200,
  'factor-other-method': 200,
  'proof-required': 200,
  'password-proof-required': 200,
  'account-deletion-off': 200,
  'passkey-expired': 200,
  'passkey-refused': 200,
  'passkey-unverified': 200,
  'passkey-copied': 200,
  'passkey-known': 200,
  'passkey-last': 200,
  'passkeys-full': 200,
  'terms-unavailable': 200,
  'choices-unavailable': 200,
  'plain-credentials': 200,
  'credentials-unreadable': 200,
  'egress-refused': 200,
  'adapter-failed': 200,
  'database-unreachable': 200,
  'database-untrusted': 200,
  'database-login-refused': 200,
  'database-missing': 200,
  'database-no-table': 200,
  'database-no-column': 200,
  'database-too-slow': 200,
  'database-too-large': 200,
  'database-key-repeated': 200,
  'database-write-refused': 200,
  'database-row-missing': 200,
  'database-files-off': 200,
  'database-no-file': 200,
  'database-incomplete': 200,
  'value-unreadable': 200,
  'value-not-of-type': 200,
  'value-not-listed': 200,
  'affiliation-unknown': 200,
  'source-empty': 200,
  'keycloak-no-realm': 200,
  'keycloak-unreachable': 200,
  'keycloak-client-refused': 200,
  'keycloak-role-missing': 200,
  'keycloak-not-found': 200,
  'storage-provider-missing': 200,
  'provider-unsupported': 200,
  'provider-switched-off': 200,
  'storage-failed': 200,
  'sign-in-service-failed': 200,
  'provider-request-unknown': 200,
  'saml-metadata-unreadable': 200,
  'sync-running': 200,
  'sync-held': 200,
  'sync-failed': 200,
  'sync-not-open': 200,
  'sync-not-undoable': 200,
  'sync-nobody-found': 200,
  'sync-over-limit': 200,
  'sync-interrupted': 200,
  'sync-cancelled': 200,
  'source-name-taken': 200,
  'source-user-taken': 200,
  'source-key-twice': 200,
  'source-changed-since': 200,
  'owned-by-source': 200,
  'ldap-too-many': 200,
  'sync-no-key-column': 200,
  'directory-away': 200,
  'password-in-directory': 200,
  'provider-not-saml': 200,
  'provider-not-enabled': 200,
  'provider-sign-up-closed': 200,
  'provider-sign-up-elsewhere': 200,
  'provider-linked-elsewhere': 200,
  'provider-other-linked': 200,
  'provider-email-taken': 200,
  'link-missing': 200,
  'link-fixed': 200,
  'link-last': 200,
  'link-session-old': 200,
  'file-content-differs': 200,
  'avatar-not-picture': 200,
  'terms-not-html': 200,
  'html-too-long': 200,
  'upload-not-xlsx': 200,
  'upload-too-many-rows': 200,
  'upload-too-large': 200,
  'twice-in-sheet': 200,
  'ldap-unreachable': 200,
  'ldap-untrusted': 200,
  'ldap-no-tls': 200,
  'ldap-needs-tls': 200,
  'ldap-refused-login': 200,
  'ldap-no-type': 200,
  'ldap-no-base': 200,
  'ldap-no-access': 200,
  'ldap-bad-filter': 200,
  'ldap-nobody': 200,
  'ldap-limit': 200,
  'ldap-refused': 200,
  'ldap-broken': 200,
  'ldap-endless': 200,
  'ldap-no-key': 200,
  'ldap-value-unreadable': 200,
  'ldap-value-too-long': 200,
  'ldap-several': 200,
  'ldap-no-person': 200,
  'directory-password-expired': 200,
  'directory-account-locked': 200,
  'directory-password-fixed': 200,
  'directory-password-weak': 200,
  'directory-password-short': 200,
  'directory-password-young': 200,
  'directory-password-used': 200,
  'directory-password-refused': 200,
  'directory-password-unset': 200,
  'ldap-slow': 200,
  'malformed-body': 400,
  'body-stalled': 408,
  'body-too-large': 413,
  'unsupported-media': 415,
  'too-many-requests': 429,
  busy: 503,
  'not-ready': 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface FieldProblem {
  /** Path into the body: `redirectUris[0]`. */
  field: string;
  /** Messages of problems stand in locales/<language>/problems.json, messages of errors in errors.json. */
  code: ProblemCode | ErrorCode;
  params?: MessageParams | undefined;
}

interface Details {
  fields?: FieldProblem[];
  /** Data for the caller: the current state after a stale write, or the objects that depend on this one. */
  data?: unknown;
  retryAfterSeconds?: number;
  /** A stronger or newer sign-in would suffice, so a program can get a better token (RFC 9470). */
  challenge?: Challenge;
  /** What the record says beside the code, in English. */
  why?: string;
  cause?: unknown;
}

/** The sign-in that a token needs. */
export interface Challenge {
  /** The seconds since then. */
  maxAge: number;
}

/** An expected error that is safe to show to the caller. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: MessageParams;
  readonly fields: FieldProblem[];
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: Challenge | undefined;
  /** The reason in a record. */
  readonly reason: string;

  constructor(code: ErrorCode, params: MessageParams = {}, details: Details = {}) {
    super(code, { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = details.fields ?? [];
    this.data = details.data ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.challenge = details.challenge;
    this.reason = details.why ? `${code} ${details.why}` : code;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
