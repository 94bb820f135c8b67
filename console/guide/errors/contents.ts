/** The pages of errors, in the order of the sidebar. */
export const contents = [
  { title: 'Errors', pages: ['index'] },
  {
    title: 'People',
    pages: ['sign-in', 'second-factors', 'sign-in-services', 'sign-up', 'passwords-and-codes', 'directory-passwords'],
  },
  { title: 'Applications', pages: ['applications', 'token-requests', 'saml-and-cas', 'doctor'] },
  { title: 'API', pages: ['api', 'objects'] },
  { title: 'Configuration', pages: ['declared', 'providers', 'webhooks'] },
  { title: 'Sources of people', pages: ['directories', 'databases', 'runs'] },
  { title: 'Sales', pages: ['payments', 'plans', 'invoices'] },
] as const;
