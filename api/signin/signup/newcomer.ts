import type { Registry } from '@doorwright/crds';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { parseNew } from '../../core/objects/rules/input.ts';

/** A user who signs up, by a form or by another service: an ordinary one, with the first tag of the organization. */
export const parsedNewcomer = (
  registry: Registry,
  fields: Record<string, unknown>,
  application: Application,
  { name, tags }: Organization,
  now: Date,
) =>
  parseNew(
    registry.named('user'),
    {
      ...fields,
      owner: name,
      type: 'normal-user',
      signupApplication: application.name,
      tag: tags[0]?.split('|')[0] ?? '',
    },
    now,
  );

/** The mark of a user who wrote their own data. It is never empty, also if the connection is gone before its address is read. */
export const ownAddress = ({ clientIp }: Pick<RequestContext, 'clientIp'>): string => clientIp || 'unknown';
