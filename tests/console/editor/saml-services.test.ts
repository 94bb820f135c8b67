import { rowsOf, withAttributes } from '@doorwright/console/src/admin/pages/application/saml/services/fill-in.ts';
import { samlServices } from '@doorwright/console/src/admin/pages/application/saml/services/saml-services.ts';
import { newProvider } from '@doorwright/console/src/admin/pages/application/saml/with-provider.ts';
import { checkSaml, samlAttribute, samlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

describe.each(samlServices)('The data of $title', (service) => {
  test('name its documentation, our values and a service provider that the model takes', () => {
    expect(service.documentation).toMatch(/^https:\/\//);
    expect(service.checked).toMatch(/^20\d\d-\d\d-\d\d$/);
    const ours = service.there.flatMap((each) => ('ours' in each ? [each.ours] : []));
    expect(ours.some((each) => each === 'signOn' || each.startsWith('metadata'))).toBe(true);
    const { provider, attributes } = rowsOf(service, service.asks);
    expect(Object.values(provider).flat().join(' ')).not.toMatch(/[{}]/);
    const samlServiceProviders = [samlServiceProvider.parse({ ...newProvider, ...provider })];
    const samlAttributes = attributes.map((each) => samlAttribute.parse(each));
    expect(checkSaml({ samlServiceProviders, samlAttributes, allowHttpRedirects: false })).toEqual([]);
  });
});

test('an attribute that is there gets the source that the service needs, and the others stay', () => {
  const now = [
    { name: 'email', source: 'name', friendlyName: 'Mail' },
    { name: 'other', source: 'tag' },
  ];
  expect(
    withAttributes(now, [
      { name: 'email', source: 'email' },
      { name: 'groups', source: 'groups' },
    ]),
  ).toEqual([
    { name: 'email', source: 'email', friendlyName: 'Mail' },
    { name: 'other', source: 'tag' },
    { name: 'groups', source: 'groups' },
  ]);
});

describe('The tab Connect of an application', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
    const wiki = { name: 'wiki', organization: 'built-in', cert: 'cert-built-in' };
    await add(desk.admin, 'application', wiki);
  }, 120_000);
  afterAll(() => desk?.close());

  test('shows what to enter in a well-known service, and fills the form, which is then saved', async () => {
    const { app, page, button, field, choose, save, stored, visitor } = desk;
    await page.goto('/applications/wiki?tab=connect');
    await choose(page.getByRole('button', { name: 'Service: Choose a service' }), 'Nextcloud');
    const there = page.getByRole('region', { name: 'Enter in Nextcloud' });
    const copied = 'URL Target of the IdP where the SP will send the Authentication Request Message';
    const shown = (label: string) => there.getByRole('textbox', { name: label, exact: true }).inputValue();
    expect(await shown(copied)).toBe(`${app.url}/login/saml/authorize/admin/wiki`);
    const metadata = await (await fetch(`${app.url}/api/saml/metadata?application=admin/wiki`)).text();
    expect(metadata).toContain(`entityID="${await shown('Identifier of the IdP entity')}"`);
    await there.getByText('-----BEGIN CERTIFICATE-----').waitFor();
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await there.getByRole('button', { name: `Copy: ${copied}` }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(await shown(copied));
    const link = page.getByRole('link', { name: 'Documentation of Nextcloud' });
    expect(await link.getAttribute('href')).toBe('https://github.com/nextcloud/user_saml');

    expect(await button('Fill in').isDisabled()).toBe(true);
    await field('Host name of the service').fill('cloud.example.org/evil');
    expect(await button('Fill in').isDisabled()).toBe(true);
    await field('Host name of the service').fill('cloud.example.org');
    await visitor.atRest();
    expect(await findingsInFull(page)).toEqual([]);
    await button('Fill in').click();
    await page.getByText('The form has the values of Nextcloud').first().waitFor();
    expect((await stored('application', 'admin/wiki')).samlServiceProviders).toEqual([]);
    await save();
    expect(await stored('application', 'admin/wiki')).toMatchObject({
      samlServiceProviders: [
        {
          entityId: 'https://cloud.example.org/index.php/apps/user_saml/saml/metadata',
          acsUrls: ['https://cloud.example.org/index.php/apps/user_saml/saml/acs'],
          nameIdFormat: 'unspecified',
          sloUrl: 'https://cloud.example.org/index.php/apps/user_saml/saml/sls',
          signs: 'both',
        },
      ],
      samlAttributes: [
        { name: 'username', source: 'name' },
        { name: 'displayName', source: 'displayName' },
        { name: 'email', source: 'email' },
        { name: 'groups', source: 'groups' },
      ],
    });
  });
});
