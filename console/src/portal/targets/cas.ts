import type { PageTarget } from './page-target.ts';
import { isForm, postForm } from './post-form.ts';

/** The application of a CAS page, as the api names it. */
export const casApplication = ({ owner = '', app = '' }: Readonly<Record<string, string>>): string => `${owner}/${app}`;

/** The request of a page that signs out of CAS. CAS 2 calls the service `url`. */
export const casSignOut = (params: Readonly<Record<string, string>>, query: URLSearchParams) => ({
  type: 'cas',
  id: casApplication(params),
  service: query.get('service') ?? query.get('url') ?? undefined,
});

const given = (query: URLSearchParams, name: string) => query.get(name) ?? undefined;

/** A service of CAS. Without one, the user signs in to the browser and stays on the page. */
export const casTarget: PageTarget = {
  isAt: (path) => /^\/cas\/[^/]+\/[^/]+\/login$/.test(path),
  type: () => 'cas',
  request: (query) => ({
    service: given(query, 'service'),
    renew: given(query, 'renew'),
    method: given(query, 'method'),
  }),
  continuesSession: true,
  wantsProof: (query) => !['', 'false'].includes(query.get('renew') ?? ''),
  stays: (query) => !query.get('service'),
  leave(_request, { data2 }) {
    const answer = String(data2 ?? '');
    if (isForm(answer)) postForm(answer);
    else if (answer) location.assign(answer);
    else location.reload();
    return undefined;
  },
};
