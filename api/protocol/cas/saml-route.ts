import type { RequestHandler } from 'express';
import { bodyReaders } from '../../http/body.ts';
import { applicationAsked, parameter } from './asked.ts';
import type { CasRouteDeps } from './deps.ts';
import { CasFailure } from './failure.ts';
import { refused } from './refused.ts';
import { readSaml, samlRefused, samlValidated } from './saml.ts';
import { validate } from './validate.ts';

/** Validates a ticket in a message of SAML 1.1 over SOAP. */
const answer =
  (deps: CasRouteDeps, origin: string): RequestHandler =>
  async (req, res) => {
    const answered = { recipient: '', requestId: '', now: deps.now() };
    const send = ({ type, text }: { type: string; text: string }) =>
      res.set({ 'Cache-Control': 'no-store', 'Content-Type': type }).end(text);
    try {
      const service = parameter(req, 'TARGET');
      const application = await applicationAsked(deps, req);
      const { ticket, requestId } = readSaml(String(req.body ?? ''));
      answered.requestId = requestId;
      if (!service) throw new CasFailure('INVALID_REQUEST', 'TARGET must exist');
      answered.recipient = service;
      const asked = { application, ticket, service, pgtUrl: '', renew: false, takesProxies: false };
      send(samlValidated(await validate(deps, asked), answered, origin));
    } catch (error) {
      send(samlRefused(await refused(deps, { req, res }, error), answered));
    }
  };

/** A body that cannot be read is refused without a record. */
const ignored = () => undefined;

export const validateBySaml = (deps: CasRouteDeps, origin: string) => [
  ...bodyReaders(ignored, { textBody: true }),
  answer(deps, origin),
];
