export const contents = [
  { title: 'Declare', pages: ['declare', 'status-and-drift', 'argo-cd', 'flux', 'plan-in-pull-requests', 'tenants'] },
  { title: 'Secrets', pages: ['secrets', 'rotation'] },
  {
    title: 'Move in',
    pages: [
      'adopt-and-observe',
      'import-from-keycloak',
      'import-from-casdoor',
      'import-from-auth0',
      'import-a-table',
    ],
  },
  { title: 'Install', pages: ['install', 'settings', 'size', 'postgres', 'high-availability', 'hardening'] },
  {
    title: 'Run',
    pages: ['upgrade-and-rollback', 'backup-and-restore', 'what-survives-what', 'observe', 'alerts-and-runbooks'],
  },
  { title: 'The command', pages: ['command'] },
] as const;
