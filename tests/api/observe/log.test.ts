import { connect } from '@doorwright/api/db/knex.ts';
import { createLog } from '@doorwright/api/process/observe/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';

const written = (log: (logger: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = [];
  log(createLog({ LOG_LEVEL: 'info' }, { write: (line: string) => void lines.push(line) }));
  return lines.join('');
};

describe('S12 the log', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    database = await createDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  test.each(['password', 'clientSecret', 'accessToken', 'refreshToken', 'privateKey', 'authorization', 'cookie'])(
    'does not contain %s, at any place',
    (name) => {
      const secret = { [name]: 'hush' };
      const text = written((log) => log.info({ ...secret, body: secret, req: { headers: secret } }, 'Seen'));
      expect(text).not.toContain('hush');
      expect(JSON.parse(text)).toMatchObject({ msg: 'Seen', body: { [name]: '(redacted)' } });
    },
  );

  test('contains the text of a failed statement and not its values', async () => {
    const db = connect(database.url);
    const error = await db('nowhere')
      .insert({ password: 'hush' })
      .catch((reason: unknown) => reason);
    const text = written((log) => log.error({ err: error }, 'Request failed'));
    expect(text).toContain('insert into \\"nowhere\\"');
    expect(text).not.toContain('hush');
    await db.destroy();
  });
});
