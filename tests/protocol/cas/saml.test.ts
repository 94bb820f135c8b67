import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import { type CasWorld, createCasWorld, service } from './cas-world.ts';

let world: CasWorld;
beforeAll(async () => {
  world = await createCasWorld();
  await world.casApplication('wiki');
});
afterAll(() => world?.app.stop());

const request = (ticket: string, before = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Header/><SOAP-ENV:Body><samlp:Request xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol" MajorVersion="1" MinorVersion="1" RequestID="_192.168.16.51" IssueInstant="2026-11-24T12:00:00Z"><samlp:AssertionArtifact>${ticket}</samlp:AssertionArtifact></samlp:Request></SOAP-ENV:Body></SOAP-ENV:Envelope>`;

const ask = (body: string, { target = service, name = 'wiki' } = {}) =>
  world.app.client().post(`/cas/acme/${name}/samlValidate`, body, {
    headers: { 'Content-Type': 'text/xml' },
    query: target ? { TARGET: target } : {},
  });
const codeIn = (text: string) => /StatusCode Value="saml1p:(\w+)"/.exec(text)?.[1];

describe('samlValidate', () => {
  test('answers the user and their attributes in an assertion of SAML 1.1', async () => {
    const { text, headers } = await ask(request(await world.ticket('wiki')));
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(codeIn(text)).toBe('Success');
    expect(text).toContain('<saml1:NameIdentifier>alice</saml1:NameIdentifier>');
    expect(text).toContain('<saml1:AttributeValue>alice@acme.example</saml1:AttributeValue>');
    expect(text).toContain('InResponseTo="_192.168.16.51" Recipient="https://wiki.example/page?id=1"');
    expect(text).toContain(`Issuer="${world.app.url}"`);
    expect(text).toContain('<saml1:Audience>https://wiki.example/page?id=1</saml1:Audience>');
  });

  test('refuses a ticket the second time, and one of another service', async () => {
    const ticket = await world.ticket('wiki');
    expect(codeIn((await ask(request(ticket), { target: 'https://mail.example/inbox' })).text)).toBe('RequestDenied');
    const { text } = await ask(request(ticket));
    expect(codeIn(text)).toBe('RequestDenied');
    expect(text).toContain(`<saml1p:StatusMessage>Ticket ${ticket} not recognized</saml1p:StatusMessage>`);
  });

  test('refuses a request without a ticket, without TARGET, and at an application without CAS', async () => {
    await world.application('plain');
    expect(codeIn((await ask('')).text)).toBe('Requester');
    expect((await ask('<a/>')).text).toContain('samlp:AssertionArtifact field not found');
    expect(codeIn((await ask(request('ST-1'), { target: '' })).text)).toBe('Requester');
    expect(codeIn((await ask(request('ST-1'), { name: 'plain' })).text)).toBe('Requester');
  });

  test('refuses a document type, entities, depth and length, and uses no ticket up (S46)', async () => {
    const ticket = await world.ticket('wiki');
    const deep = `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`;
    for (const hostile of [
      request(ticket, '<!DOCTYPE a [<!ENTITY b "c">]>'),
      request('&b;'),
      request(ticket).replace('<SOAP-ENV:Header/>', `<SOAP-ENV:Header>${deep}</SOAP-ENV:Header>`),
      request(ticket).replace('<SOAP-ENV:Header/>', `<SOAP-ENV:Header>${'x'.repeat(250_000)}</SOAP-ENV:Header>`),
      request(ticket).replace(
        '</samlp:Request>',
        '<samlp:AssertionArtifact>ST-2</samlp:AssertionArtifact></samlp:Request>',
      ),
    ])
      expect(codeIn((await ask(hostile)).text)).toBe('Requester');
    expect(codeIn((await ask(request(ticket))).text)).toBe('Success');
  });

  test('keeps names and addresses text (S46)', async () => {
    await world.root.post('add-user', {
      owner: 'acme',
      name: 'eve',
      displayName: '</saml1:AttributeValue><x y="',
      password,
    });
    const at = 'https://wiki.example/?a="><evil/>&b=1';
    const { text } = await ask(request(await world.ticket('wiki', at, 'eve')), { target: at });
    expect(codeIn(text)).toBe('Success');
    expect(text).toContain('&lt;/saml1:AttributeValue&gt;&lt;x y=&quot;');
    expect(text).not.toContain('<evil');
  });
});
