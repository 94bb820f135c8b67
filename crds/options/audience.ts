import { choice, references } from '../field.ts';

export const audiences = ['all', 'named'] as const;

/** The fields of a kind with an audience: which organizations may see, name and use its objects. */
export const audienceFields = {
  audience: choice('Audience', audiences, {
    about: 'Which organizations see and use it: all of them, or those that are named.',
    initial: 'all',
  }),
  organizations: references('Organizations', {
    about: 'Organizations that see and use it, where the audience is named.',
    refers: { kind: 'organization', by: 'name', onDelete: 'detach' },
  }),
};

interface Audience {
  audience?: unknown;
  organizations?: unknown;
}

/** Is an organization among those for whom the object is? */
export const isInAudience = ({ audience, organizations }: Audience, organization: string): boolean =>
  audience === 'all' || (organizations as readonly string[]).includes(organization);
