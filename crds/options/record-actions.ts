/** The actions whose records called webhooks in Casdoor 2022. Clients know them as the names of events. */
export const triggeringActions = ['signup', 'login', 'logout', 'update-user'] as const;

/** Actions that auditors look for, beside the writes of kinds. Records have further ones, such as those of protocols. */
export const auditedActions = [
  ...triggeringActions.filter((action) => action !== 'update-user'),
  ...(['webauthn/signin/finish', 'login/oauth/access_token', 'not-me'] as const),
  ...(['set-password', 'reset-password', 'send-password-link', 'reset-email-or-phone', 'unlock-user'] as const),
  ...(['add-factor', 'delete-factor', 'reset-factors', 'webauthn/signup/finish', 'delete-passkey'] as const),
  ...(['delete-session', 'end-user-sessions', 'end-account-sessions', 'end-account-connection'] as const),
  ...(['get-account-data', 'delete-account', 'get-application', 'export-records', 'upload-users'] as const),
  ...(['override-managed', 'new-webhook-secret', 'delete-cert-key'] as const),
] as const;
