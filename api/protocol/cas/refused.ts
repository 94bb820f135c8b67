import type { Request, Response } from 'express';
import { anonymous } from '../../core/callers.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { CasRouteDeps } from './deps.ts';
import { CasFailure } from './failure.ts';
import { failureOf } from './failure-of.ts';

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
  const { authority, clientAddress, now } = deps;
  const application = await cachedObjectsOf(deps).applicationNamed(String(req.params.application));
  const isNamed = application?.organization === req.params.organization;
  const endpoint = req.path.split('/').slice(4).join('/');
  authority.refusals.noteAt(
    isNamed ? application : undefined,
    {
      ...{ caller: anonymous, now: now(), method: req.method, uri: req.path, action: `cas/${endpoint}` },
      clientIp: clientAddress(req),
    },
    { code: error.code, fault: error.code === 'INVALID_SERVICE' ? 'cas-service' : undefined },
  );
  return error;
}
