export const contents = [
  { title: 'Organizations and people', pages: ['organizations', 'people', 'invite-and-sign-up', 'groups'] },
  { title: 'Rights', pages: ['roles', 'permissions', 'models-by-example'] },
  {
    title: 'Sign-in with another service',
    pages: ['google', 'github', 'microsoft-entra', 'apple', 'openid-connect', 'saml'],
  },
  { title: 'Mail, messages and files', pages: ['smtp', 'sms', 'storage', 'captcha'] },
  { title: 'Protected accounts', pages: ['second-factors', 'passkeys'] },
  { title: 'Directories', pages: ['ldap', 'active-directory', 'syncers'] },
  { title: 'Events and records', pages: ['webhooks', 'records', 'proof-of-records'] },
  { title: 'Sales', pages: ['products', 'invoices'] },
  { title: 'Looks and languages', pages: ['branding', 'languages'] },
] as const;
