import type { FormSection } from '@doorwright/crds';

/** The account items of the specification, in their usual order. */
export const userForm: readonly FormSection[] = [
  {
    title: 'User',
    fields: [
      ...['owner', 'id', 'name', 'displayName', 'avatar', 'type', 'password', 'email', 'phone', 'region', 'location'],
      ...['address', 'affiliation', 'title', 'homepage', 'bio', 'tag', 'signupApplication', 'properties'],
      ...['isAdmin', 'isGlobalAdmin', 'isForbidden', 'isDeleted'],
    ],
  },
];
