import type { Application } from '@doorwright/crds/kinds/application.ts';

/** What the method and the route that sends its link share. */
export const linkOffer = {
  name: 'link',
  isOffered: ({ enableLinkSignin }: Application) => enableLinkSignin,
};
