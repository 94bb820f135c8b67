import { afterAll, beforeAll, expect, test } from 'vitest';
import { sign, writeResponse } from './idp/write-response.ts';
import { type SamlWorld, signInWithSaml, startSaml } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await startSaml();
  world.idp.user.attributes = { uid: 'nora' };
});
afterAll(() => world?.stop());

/** Signs in with a response that was changed before it was signed. */
async function signInChanged(change: (xml: string) => string) {
  const { idp } = world;
  idp.respond = (request) => sign(change(writeResponse(idp.told(request))), { key: idp.key, of: 'Response' });
  return (await signInWithSaml(world)).body;
}

const swap = (one: string, other: string) => (xml: string) => {
  const changed = xml.replace(one, other);
  if (changed === xml) throw new Error(`the response has no ${one}`);
  return changed;
};
const status = '<samlp:Status>';
const uid = '<saml:Attribute Name="uid"';

const good: Record<string, (xml: string) => string> = {
  'as the stand-in writes it': (xml) => xml,
  'with a message of its status': swap(
    '</samlp:Status>',
    '<samlp:StatusMessage>fine</samlp:StatusMessage></samlp:Status>',
  ),
  'with a place and an authority of the sign-in': (xml) =>
    swap(
      '</saml:AuthnContext>',
      '<saml:AuthenticatingAuthority>a</saml:AuthenticatingAuthority></saml:AuthnContext>',
    )(swap('<saml:AuthnContext>', '<saml:SubjectLocality Address="10.0.0.1"/><saml:AuthnContext>')(xml)),
  'with a typed value, and an attribute of another namespace': (xml) =>
    swap(
      uid,
      '<saml:Attribute xmlns:x="urn:x" x:origin="hr" Name="uid"',
    )(
      swap(
        '<saml:AttributeValue>',
        '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
      )(xml),
    ),
  'with two statements': swap(
    '<saml:AttributeStatement>',
    `<saml:AttributeStatement>${uid}/></saml:AttributeStatement><saml:AttributeStatement>`,
  ),
};

const broken: Record<string, (xml: string) => string> = {
  'without a status': (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, ''),
  'with a second status': swap(status, `<samlp:Status><samlp:StatusCode Value="x"/></samlp:Status>${status}`),
  'with a status without a code': (xml) => xml.replace(/<samlp:StatusCode [^>]*>/, ''),
  'with a code without a value': (xml) => xml.replace(/<samlp:StatusCode [^>]*>/, '<samlp:StatusCode/>'),
  'with the status after the assertion': (xml) => {
    const [part = ''] = /<samlp:Status>.*<\/samlp:Status>/.exec(xml) ?? [];
    return xml.replace(part, '').replace('</samlp:Response>', `${part}</samlp:Response>`);
  },
  'without a time': (xml) => xml.replace(/(samlp:Response [^>]*) IssueInstant="[^"]*"/, '$1'),
  'with another time': (xml) => xml.replace(/(samlp:Response [^>]*IssueInstant=")[^"]*/, '$1yesterday'),
  'with an id that begins with a digit': (xml) => xml.replace(/(samlp:Response [^>]*ID=")_/, '$17'),
  'with an unknown attribute': swap(' Version="2.0"', ' Version="2.0" Trusted="yes"'),
  'with an unknown element': swap(status, `<samlp:Extra/>${status}`),
  'with an element of another namespace': swap(status, `<x:y xmlns:x="urn:x"/>${status}`),
  'with text between elements': swap(status, `victim${status}`),
  'with a subject after the conditions': (xml) => {
    const [part = ''] = /<saml:Subject>.*<\/saml:Subject>/.exec(xml) ?? [];
    return xml.replace(part, '').replace('</saml:Conditions>', `</saml:Conditions>${part}`);
  },
  'with a second subject': (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, '$&$&'),
  'with a name after its confirmation': (xml) =>
    xml.replace(/(<saml:NameID.*<\/saml:NameID>)(.*)<\/saml:Subject>/, '$2$1</saml:Subject>'),
  'with a confirmation without a method': swap(' Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"', ''),
  'with a restriction for nobody': (xml) => xml.replace(/<saml:Audience>.*<\/saml:Audience>/, ''),
  'with a sign-in without a context': (xml) => xml.replace(/<saml:AuthnContext>.*<\/saml:AuthnContext>/, ''),
  'with an attribute without a name': swap(uid, '<saml:Attribute'),
  'with attributes that are none': (xml) => xml.replace(/<saml:Attribute .*<\/saml:Attribute>/, ''),
  'with an element within a name': (xml) =>
    xml.replace('</saml:NameID>', '<saml:Audience>victim</saml:Audience></saml:NameID>'),
};

test.each(Object.entries(good))('A response signs in %s', async (_, change) => {
  expect(await signInChanged(change)).toMatchObject({ status: 'ok' });
});

test.each(Object.entries(broken))(
  'S44 a signed response that breaks the schema signs nobody in: %s',
  async (_, change) => {
    const body = await signInChanged(change);
    expect(body).toMatchObject({ status: 'error', code: 'sign-in-service-failed' });
  },
);
