import type { RequestHandler } from 'express';
import type { Authority } from '../authority/authority.ts';

/**
 * Leaves a page that the library has opened to the portal. Any other request is judged, without its `interaction`.
 */
export const leaveOpenedPages =
  ({ providerFor }: Authority, origin: string): RequestHandler =>
  async (req, _res, next) => {
    const { interaction: uid, client_id, redirect_uri } = req.query;
    if (typeof uid !== 'string') return next();
    const provider = await providerFor(undefined);
    const known = await provider.Interaction.find(uid);
    if (known && known.params.client_id === client_id && known.params.redirect_uri === redirect_uri)
      return next('router');
    const url = new URL(req.originalUrl, origin);
    url.searchParams.delete('interaction');
    req.url = url.pathname + url.search;
    next();
  };
