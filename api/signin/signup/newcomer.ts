import type { Registry } from '@doorwright/crds';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { parseNew } from '../../core/objects/input.ts';

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
