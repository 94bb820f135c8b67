import { createServer, type IncomingMessage } from 'node:http';

interface Account {
  accountSid: string;
  authToken: string;
  apiKey: { sid: string; secret: string };
}

/** A refusal of Twilio: the status of HTTP, and the number of «Error and Warning Dictionary». */
type Problem = [status: number, code: number, message: string];

/** A number in the right form that no phone has. Only the network knows. */
export const unassigned = '13800000001';

const e164 = /^\+[1-9]\d{6,14}$/;
const sender = /^(\+[1-9]\d{6,14}|\d{5,6}|[A-Za-z0-9 ]{1,11})$/;

/**
 * Stands in for Twilio by «Message resource», «Requests to Twilio» and «Error and Warning Dictionary» of twilio.com/docs (read 2026-11-24).
 * It checks the credentials, the account in the path, the form and each parameter, and keeps the messages.
 */
export async function startTwilio({ accountSid, authToken, apiKey }: Account, services: readonly string[] = []) {
  const sent: Record<string, string>[] = [];

  function problemOf(req: IncomingMessage, form: URLSearchParams): Problem | undefined {
    const [scheme, given = ''] = (req.headers.authorization ?? '').split(' ');
    const pair = Buffer.from(given, 'base64').toString();
    const isKnown = [`${accountSid}:${authToken}`, `${apiKey.sid}:${apiKey.secret}`].includes(pair);
    if (scheme !== 'Basic' || !isKnown) return [401, 20003, 'Authenticate'];
    if (`${req.method} ${req.url}` !== `POST /2010-04-01/Accounts/${accountSid}/Messages.json`)
      return [404, 20404, 'The requested resource was not found'];
    if (req.headers['content-type'] !== 'application/x-www-form-urlencoded')
      return [415, 20010, 'Unsupported content type'];
    const unknown = [...form.keys()].filter((name) => !['To', 'From', 'MessagingServiceSid', 'Body'].includes(name));
    if (unknown.length > 0) return [400, 20001, `Unknown parameter ${unknown}`];
    const [to, from, service, body] = ['To', 'From', 'MessagingServiceSid', 'Body'].map((each) => form.get(each) ?? '');
    if (!to) return [400, 21604, "A 'To' phone number is required."];
    if (!e164.test(to) || to === `+86${unassigned}`) return [400, 21211, `Invalid 'To' Phone Number: ${to}`];
    if (!from && !service) return [400, 21603, "A 'From' phone number is required."];
    if (service && !services.includes(service)) return [404, 20404, 'The messaging service was not found'];
    if (from && !sender.test(from)) return [400, 21212, `Invalid 'From' Phone Number: ${from}`];
    if (!body) return [400, 21602, 'Message body is required.'];
    return body.length > 1600 ? [400, 21617, 'The message body exceeds the 1600 character limit.'] : undefined;
  }

  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const problem = problemOf(req, form);
    if (!problem) sent.push(Object.fromEntries(form));
    const [status = 201, code, message] = problem ?? [];
    const more = { more_info: `https://www.twilio.com/docs/errors/${code}`, status };
    const created = { sid: `SM${'0'.repeat(32)}`, status: 'queued', error_code: null, error_message: null };
    res.writeHead(status, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(problem ? { code, message, ...more } : created));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { sent, url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
