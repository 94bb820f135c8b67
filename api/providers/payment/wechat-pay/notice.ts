import { z } from 'zod';
import { forged, type Notice, type Report, type Till } from '../channel.ts';
import { shaped } from '../reach.ts';
import { platformKey } from './platform-keys.ts';
import { opened, sealed } from './sealed.ts';
import { fits, isFresh, signedBy } from './signed.ts';
import { reportOf, transaction } from './transaction.ts';

const event = z.object({ event_type: z.string(), resource: sealed.extend({ original_type: z.string().default('') }) });

const headerOf =
  ({ headers }: Notice) =>
  (name: string) =>
    [headers[name] ?? ''].flat().join();

/** The time is checked before the key: a stranger's message causes no request to WeChat Pay if it is old or has no signature. */
export async function readNotice(notice: Notice, till: Till): Promise<Report | undefined> {
  const text = notice.body.toString();
  const proof = signedBy(headerOf(notice), text);
  if (proof.signature === '') throw forged('the notification has no signature');
  if (!isFresh(proof, till.now)) throw forged('the notification is old');
  const key = await platformKey(proof.serial, till);
  if (!key || !fits(proof, key)) throw forged('the signature of the notification is wrong');
  const { event_type, resource } = shaped(event, text, 'the notification');
  // Refunds have notifications too. Each refund is asked for by its own ID.
  if (!event_type.startsWith('TRANSACTION.')) return undefined;
  const content = opened(resource, till.provider);
  if (content === undefined) throw forged('the APIv3 key does not decrypt the notification');
  const told = shaped(transaction, content, 'the notification');
  const { clientId, appId } = till.provider;
  if (told.mchid !== clientId || told.appid !== appId) throw forged('the notification is for another merchant');
  return reportOf(told);
}
