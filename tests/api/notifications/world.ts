import { expect } from 'vitest';
import type { Client } from '../../harness/client.ts';

export interface Shown {
  key: string;
  code: string;
  tone: string;
  params: Record<string, string | number>;
  since: string;
  subject: { kind: string; owner: string; name: string };
  path: string;
}

export const notificationsOf = async (client: Client): Promise<Shown[]> => {
  const { body } = await client.get('get-notifications');
  expect(body, body.msg).toMatchObject({ status: 'ok' });
  return body.data;
};

/** Each as its code and the name of its object. */
export const told = async (client: Client): Promise<string[]> =>
  (await notificationsOf(client)).map(({ code, subject: { name } }) => `${code} ${name}`);

export const ofCode = async (client: Client, code: string): Promise<Shown | undefined> =>
  (await notificationsOf(client)).find((each) => each.code === code);

export const dismiss = async (client: Client, ...keys: string[]) =>
  (await client.post('dismiss-notification', { keys })).body;
