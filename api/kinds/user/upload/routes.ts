import { nameOf } from '../../../core/callers.ts';
import { createQueuePerOwner, createWorkQueue } from '../../../core/work/work-queue.ts';
import { inMemory, readUpload } from '../../../http/multipart.ts';
import type { Route } from '../../../http/route.ts';
import type { RouteDeps } from '../../route-deps.ts';
import { importUsers } from './import-users.ts';
import { readRows } from './read-rows.ts';
import { limits } from './sheet/limits.ts';
import { usersTemplate } from './template.ts';

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const largestSheetMb = 16;
/** A file stays in memory until it has arrived, even from a slow sender. */
const receive = { all: { atOnce: 3, waiting: 20 }, each: { atOnce: 2, waiting: 5 } };
/** An unpacked file takes many times its size, for a second or two. */
const unfold = { atOnce: 1, waiting: 20 };
const tag = 'User';
const count = { type: 'integer' };

const report = {
  type: 'object',
  properties: {
    created: count,
    skipped: count,
    failed: count,
    seconds: { type: 'number' },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          row: count,
          id: { type: 'string' },
          outcome: { type: 'string', enum: ['created', 'skipped', 'failed'] },
          field: { type: 'string' },
          why: { type: 'string' },
        },
      },
    },
  },
};

export function uploadRoutes({ db, registry, box, store }: RouteDeps): Route[] {
  const received = createQueuePerOwner(receive);
  const unfolded = createWorkQueue(unfold);
  return [
    {
      method: 'POST',
      path: '/api/upload-users',
      summary: `Adds the users of the first sheet of an .xlsx file, at most ${limits.rows}, and reports the result of each row.`,
      tag,
      permission: 'organizationAdmin',
      upload: true,
      query: {
        dryRun: {
          about:
            '`true` reports what would happen to each row, and writes nothing. `created` are then the users to add.',
        },
      },
      answer: { data: report },
      async handle({ context, query: { dryRun }, http: { req, res } }) {
        const sheet = await received(nameOf(context.caller), async () => {
          const { content } = await readUpload(req, largestSheetMb, inMemory);
          return unfolded(() => readRows(content));
        });
        const work = { sql: db, registry, box, store, caller: context.caller, now: context.now };
        const isDryRun = dryRun === 'true' || dryRun === '1';
        return { data: await importUsers(sheet, { work, db, context, language: res.locals.language, isDryRun }) };
      },
    },
    {
      method: 'GET',
      path: '/api/get-users-template',
      summary: 'An .xlsx file to fill in and send to upload-users.',
      tag,
      permission: 'organizationAdmin',
      file: sheetType,
      async handle({ http: { res } }) {
        res
          .attachment('users.xlsx')
          .type(sheetType)
          .send(await usersTemplate());
        return { sent: true };
      },
    },
  ];
}
