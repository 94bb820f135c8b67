import type { Request, RequestHandler, Response, Router } from 'express';
import { type Form, json, type Written, words, xml } from './answers.ts';
import { applicationAsked, flag, parameter } from './asked.ts';
import type { CasDeps, CasRouteDeps } from './deps.ts';
import { CasFailure } from './failure.ts';
import { proxyTicket } from './proxy.ts';
import { refused } from './refused.ts';
import { validateBySaml } from './saml-route.ts';
import { type Validated, validate } from './validate.ts';

/** Answers are about one user and one moment. Services read the text, whatever its status. */
function send(res: Response, { type, text }: Written): void {
  res.set({ 'Cache-Control': 'no-store', 'Content-Type': type }).end(text);
}

const formOf = ({ query }: Request): Form => (String(query.format).toUpperCase() === 'JSON' ? json : xml);

async function validationOf(deps: CasDeps, req: Request, takesProxies: boolean): Promise<Validated> {
  const application = await applicationAsked(deps, req);
  const [ticket, service, pgtUrl] = [parameter(req, 'ticket'), parameter(req, 'service'), parameter(req, 'pgtUrl')];
  if (!ticket || !service) throw new CasFailure('INVALID_REQUEST', 'service and ticket must exist');
  return validate(deps, { application, ticket, service, pgtUrl, renew: flag(req, 'renew'), takesProxies });
}

/** CAS 1 has no proxies. */
const validateByWords =
  (deps: CasRouteDeps): RequestHandler =>
  async (req, res) => {
    try {
      send(res, words.validated(await validationOf(deps, req, false)));
    } catch (error) {
      await refused(deps, { req, res }, error);
      send(res, words.refused());
    }
  };

const validateByForm =
  (deps: CasRouteDeps, takesProxies: boolean): RequestHandler =>
  async (req, res) => {
    const form = formOf(req);
    try {
      send(res, form.validated(await validationOf(deps, req, takesProxies)));
    } catch (error) {
      send(res, form.refused(await refused(deps, { req, res }, error)));
    }
  };

const giveProxyTicket =
  (deps: CasRouteDeps): RequestHandler =>
  async (req, res) => {
    const form = formOf(req);
    try {
      const application = await applicationAsked(deps, req);
      const [pgt, targetService] = [parameter(req, 'pgt'), parameter(req, 'targetService')];
      if (!pgt || !targetService) throw new CasFailure('INVALID_REQUEST', 'pgt and targetService must exist');
      send(res, form.ticket(await proxyTicket(deps, { application, pgt, targetService })));
    } catch (error) {
      send(res, form.proxyRefused(await refused(deps, { req, res }, error)));
    }
  };

/** The addresses that services call. A ticket proves the call, so they know no session. */
export function serveValidation(router: Router, base: string, deps: CasRouteDeps, origin: string): void {
  router.get(`${base}/validate`, validateByWords(deps));
  for (const version of ['', '/p3']) {
    router.get(`${base}${version}/serviceValidate`, validateByForm(deps, false));
    router.get(`${base}${version}/proxyValidate`, validateByForm(deps, true));
  }
  router.get(`${base}/proxy`, giveProxyTicket(deps));
  router.post(`${base}/samlValidate`, ...validateBySaml(deps, origin));
}
