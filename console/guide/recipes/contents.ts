export const contents = [
  { title: 'All recipes', pages: ['apply-a-recipe'] },
  { title: 'Before a program', pages: ['oauth2-proxy', 'nginx', 'apache'] },
  { title: 'Kubernetes', pages: ['kubectl', 'argo-cd', 'harbor'] },
  { title: 'Programs', pages: ['grafana', 'gitea'] },
  { title: 'Your own programs', pages: ['spring-boot', 'django'] },
] as const;
