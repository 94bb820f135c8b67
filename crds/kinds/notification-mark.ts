import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { moment, text } from '../field.ts';

/** What an administrator did with a notification. Notifications themselves follow from the state of objects and have no rows. */
export const notificationMark = defineKind({
  kind: 'NotificationMark',
  about: 'What an administrator did with a notification.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  lookups: [['owner', 'user']],
  access: {},
  fields: {
    id: text('ID', { about: "Digest of the user's ID and the key of the notification." }),
    user: text('User', {
      about: 'Administrator of the mark.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    notification: text('Notification', { about: 'Key of the notification, which follows from its cause.' }),
    dismissedTime: moment('Dismissed', { about: 'When the administrator dismissed it.' }),
    mailedTime: moment('Mailed', { about: 'When a daily digest last contained it.' }),
  },
});

export type NotificationMark = z.infer<typeof notificationMark.schema>;
