import { a } from './world/declared-world.ts';
import type { Rest } from './world/rest.ts';

interface Listed {
  items: {
    metadata: { name: string; resourceVersion: string };
    status?: { conditions?: { type: string; status: string }[] };
  }[];
}

const path = '/apis/doorwright.dev/v1alpha1/namespaces/default/organizations';

/** Organizations of a cluster, one request each. */
export const organizationsOf = (rest: Rest) => ({
  create: (name: string) => rest.json({ method: 'POST', path, body: a('Organization', name, { displayName: name }) }),
  get: (name: string) => rest.json<Listed['items'][number]>({ method: 'GET', path: `${path}/${name}` }),
  list: () => rest.json<Listed>({ method: 'GET', path }),
});

export const isReady = ({ status }: Listed['items'][number]) =>
  status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') ?? false;
