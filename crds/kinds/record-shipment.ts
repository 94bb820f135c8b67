import { defineKind } from '../define.ts';
import { decimal, integer, moment, text } from '../field.ts';

/** How far records are sent to a target elsewhere. There is one for each target. */
export const recordShipment = defineKind({
  kind: 'RecordShipment',
  about: 'How far records are sent to a target elsewhere.',
  owner: 'admin',
  tenant: 'platform',
  internal: true,
  access: {},
  fields: {
    position: decimal('Position', { about: 'Records up to this ID are sent.', max: Number.MAX_SAFE_INTEGER }),
    anchor: integer('Anchor', { about: 'Number of the last anchor that is sent.' }),
    holder: text('Holder', { about: 'The process that sends.' }),
    heldUntil: moment('Held until', { about: 'Another process may send from then on.' }),
  },
});
