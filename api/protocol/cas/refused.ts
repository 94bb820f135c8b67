import type { Request } from 'express';
import { anonymous } from '../../core/callers.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { CasRouteDeps } from './deps.ts';
import { CasFailure } from './failure.ts';

/** The failure that a service is told, with a record. The record has no sentence, because that may hold a ticket. Other errors are not told. */
export async function refused(deps: CasRouteDeps, req: Request, error: unknown): Promise<CasFailure> {
  if (!(error instanceof CasFailure)) throw error;
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
    error.code,
  );
  return error;
}
