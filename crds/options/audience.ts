import { choice, references } from '../field.ts';

export const audiences = ['all', 'named'] as const;

/** The fields of a kind with an audience: the organizations that may see and use its objects. */
export const audienceFields = {
  audience: choice('Audience', audiences, {
    about: 'Organizations that can see and use the provider: all, or the named ones.',
    initial: 'all',
  }),
  organizations: references('Organizations', {
    about: 'Organizations that can see and use the provider, if the audience is named.',
    refers: { kind: 'organization', by: 'name', onDelete: 'detach' },
  }),
};

interface Audience {
  audience?: unknown;
  organizations?: unknown;
}

/** Says whether an organization belongs to the audience of an object. */
export const isInAudience = ({ audience, organizations }: Audience, organization: string): boolean =>
  audience === 'all' || (organizations as readonly string[]).includes(organization);
