import type { PageTarget } from './page-target.ts';
import { isForm, postForm } from './post-form.ts';

/** A service provider of SAML. The server makes the form with the response, or an address that takes it along. */
export const samlTarget: PageTarget = {
  isAt: (path) => path.startsWith('/login/saml/authorize/'),
  type: () => 'saml',
  request: (query) => ({ saml: query.get('saml') ?? undefined }),
  continuesSession: true,
  wantsProof: () => false,
  leave(_request, { data2 }) {
    const answer = String(data2);
    if (isForm(answer)) postForm(answer);
    else location.assign(answer);
    return undefined;
  },
};
