import type { Row } from '@doorwright/crds';
import { tabsOf } from '@doorwright/crds/derive/form.ts';
import { scopes } from '@doorwright/crds/options/oauth-scopes.ts';
import { Button, Content } from '@patternfly/react-core';
import { useState } from 'react';
import { registry } from '../../../kinds.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { mayChange, useAccount } from '../../../session/account.ts';
import { CodeText } from '../../../ui/CodeText.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { WhatToDo } from '../../../ui/WhatToDo.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import type { RecentError } from './recent-errors.ts';
import { type Addition, remedyOf, withAddition } from './remedy-of.ts';

const AddDialog = lazyDialog([], async () => (await import('./AddDialog.tsx')).AddDialog);

interface Props {
  error: RecentError;
  object: Row;
  refresh: (stored: Row) => void;
}

const kind = registry.named('application');

/** The address of the tab with a field. The first tab needs no parameter. */
function tabWith(field: string): string {
  const tabs = tabsOf(kind.form ?? []);
  const at = tabs.findIndex(({ sections }) => sections.some(({ fields }) => fields.includes(field)));
  return at > 0 ? `?tab=${tabs[at]?.id}` : '';
}

/** The line that a custom resource needs. The console does not change what a resource declares. */
function DeclaredLine({ adds, object }: { adds: Addition; object: Row }) {
  const { t } = useTranslation('client-faults');
  const values = withAddition(object, adds)[adds.field] as readonly string[];
  // A text of JSON is one of YAML too.
  const text = `${adds.field}:\n${values.map((value) => `  - ${JSON.stringify(value)}\n`).join('')}`;
  return (
    <>
      <Content component="p">{t('declared')}</Content>
      <CodeText label="YAML" text={text} />
    </>
  );
}

/** A refusal of SAML has a paragraph of its own in the guide. */
const pageOf = ({ fault, code }: Props['error']) => (fault === 'other' && code.startsWith('saml-') ? code : fault);

/** What mends a mistake: the words, and a button where the console can do it. */
export function RemedyCell({ error, object, refresh }: Props) {
  const { t } = useTranslation(['client-faults', 'application']);
  const account = useAccount();
  const [isAsking, setAsking] = useState(false);
  const { field, adds, isMended } = remedyOf(error, object);
  const managed = (object.managedFields ?? []) as readonly string[];
  if (isMended) return t('mended');
  const words = (
    <Content component="p">
      {t(`faults.${error.fault}.mend`, { scopes: scopes.join(', ') })} <WhatToDo code={pageOf(error)} />
    </Content>
  );
  if (adds && managed.includes(adds.field))
    return (
      <>
        {words}
        {adds.field === 'redirectUris' && <Content component="p">{t('addAddressRisk')}</Content>}
        <DeclaredLine adds={adds} object={object} />
      </>
    );
  const isChangeable = account && mayChange(kind, account);
  return (
    <>
      {words}
      {adds && isChangeable && (
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          {adds.field === 'redirectUris' ? t('addAddress') : t('allow', { grant: adds.value })}
        </Button>
      )}
      {field && !adds && (
        <Link to={paths.editor(kind, object) + tabWith(field)}>
          {t('toField', { field: t(`application:fields.${field}`) })}
        </Link>
      )}
      {isAsking && adds && (
        <AddDialog object={withAddition(object, adds)} adds={adds} refresh={refresh} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
