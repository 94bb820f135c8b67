import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { ClientFault } from '@doorwright/crds/options/client-faults.ts';
import type { Request, Response } from 'express';
import { anonymous } from '../../core/callers.ts';
import { sourceOf } from '../../http/request-source.ts';
import { scrubbedAddress } from '../../http/secrets-in-url.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { CasRouteDeps } from './deps.ts';
import { CasFailure } from './failure.ts';
import { failureOf } from './failure-of.ts';

interface Noted {
  code: string;
  fault?: ClientFault | undefined;
  /** The address that the service sent. */
  sent?: string;
}

/** Records what a service asked in vain, for the developers of its program. */
export function noteRefused(
  { authority, clientAddress, now }: CasRouteDeps,
  req: Request,
  application: Application | undefined,
  { code, fault, sent }: Noted,
): void {
  const endpoint = req.path.split('/').slice(4).join('/');
  authority.refusals.noteAt(
    application,
    {
      ...{ caller: anonymous, now: now(), method: req.method, uri: req.path, action: `cas/${endpoint}` },
      ...{ clientIp: clientAddress(req), source: sourceOf(req), protocol: 'cas' },
    },
    { code, fault, detail: sent && scrubbedAddress(sent) },
  );
}

/**
 * The failure that a service is told, with a record. The record has no sentence, because that may hold a ticket. An error of the server stands in
 * the log.
 */
export async function refused(
  deps: CasRouteDeps,
  { req, res }: { req: Request; res: Response },
  error: unknown,
): Promise<CasFailure> {
  if (!(error instanceof CasFailure)) return failureOf(error, deps.log, res);
  const application = await cachedObjectsOf(deps).applicationNamed(String(req.params.application));
  const isNamed = application?.organization === req.params.organization;
  const fault = error.code === 'INVALID_SERVICE' ? 'cas-service' : undefined;
  noteRefused(deps, req, isNamed ? application : undefined, { code: error.code, fault });
  return error;
}
