export const contents = [
  {
    title: 'Protocols and tokens',
    pages: ['openid-connect', 'tokens', 'saml', 'cas', 'mistakes'],
  },
  {
    title: 'Sign people in',
    pages: ['express', 'nextjs', 'react', 'spring-boot', 'django', 'go', 'laravel', 'dotnet', 'devices-and-native'],
  },
  {
    title: 'Programs without people',
    pages: ['machine-to-machine', 'workload-identity'],
  },
  {
    title: 'The API',
    pages: ['api', 'permissions', 'events', 'scim', 'sdks', 'from-casdoor-sdks'],
  },
] as const;
