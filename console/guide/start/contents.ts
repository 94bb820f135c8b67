export const contents = [
  { title: 'Before you start', pages: ['what-it-is', 'concepts', 'words'] },
  { title: 'Run it', pages: ['laptop', 'cluster'] },
  {
    title: 'Connect an application',
    pages: ['application-in-console', 'application-in-yaml', 'application-by-command'],
  },
] as const;
