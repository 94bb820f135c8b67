import type { Row } from '@doorwright/crds';
import type { SourceKind } from '@doorwright/crds/options/sync.ts';
import { Button, Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { call } from '../../http/call.ts';
import { Alert } from '../../ui/Alert.tsx';
import { WhatToDo } from '../../ui/WhatToDo.tsx';
import { hasText } from '../../words/translate.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { fieldLabel } from './run-words.ts';
import './sync.css';

interface Tested {
  /** What is wrong, and the field of the form that it is about. */
  problem: { code: string; field: string; words: string } | null;
  /** The first people, with masked values. */
  people: readonly Readonly<Record<string, string>>[];
}

/** Tries the settings as they are typed, before they are stored. */
export function TestSource({ name }: { name: SourceKind }) {
  const { t } = useTranslation('sync-runs');
  const { getValues } = useFormContext<Row>();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => (await call<Tested>(`test-${name}`, { body: getValues() })).data,
  });
  return (
    <section className="below sync-runs" aria-label={t('test.title')}>
      <Button
        variant="secondary"
        isLoading={isPending}
        isAriaDisabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        {t('test.title')}
      </Button>
      <div role="status">
        {isPending && <p>{t('test.running')}</p>}
        {error && !isPending && <Alert isInline variant="danger" title={error.message} />}
        {data && !isPending && <Outcome name={name} tested={data} />}
      </div>
    </section>
  );
}

function Outcome({ name, tested: { problem, people } }: { name: SourceKind; tested: Tested }) {
  const { t } = useTranslation('sync-runs');
  if (problem) {
    const { code, field, words } = problem;
    const label = field && hasText(`fields.${field}`, name) ? t(`${name}:fields.${field}`) : '';
    const title = label ? `${label}: ${words}` : words;
    return <Alert isInline variant="danger" title={title} actionLinks={<WhatToDo code={code} />} />;
  }
  return (
    <>
      <Alert isInline variant="success" title={t(people.length > 0 ? 'test.works' : 'test.nobody')} />
      {people.length > 0 && <FirstPeople people={people} />}
    </>
  );
}

/** The first people whom a run would read. */
function FirstPeople({ people }: Pick<Tested, 'people'>) {
  const { t } = useTranslation('sync-runs');
  const numbered = people.map((person, at) => ({ number: at + 1, person }));
  const fields = [...new Set(people.flatMap((person) => Object.keys(person)))];
  return (
    <>
      <Content component="p">{t('test.first', { count: people.length })}</Content>
      <div className="sync-scroll">
        <Table variant="compact" gridBreakPoint="grid-lg" aria-label={t('test.people')}>
          <Thead>
            <Tr>
              {fields.map((field) => (
                <Th key={field}>{fieldLabel(field, t)}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {numbered.map(({ number, person }) => (
              <Tr key={number}>
                {fields.map((field) => (
                  <Td key={field} dataLabel={fieldLabel(field, t)} modifier="breakWord">
                    <bdi>{person[field] || '–'}</bdi>
                  </Td>
                ))}
              </Tr>
            ))}
          </Tbody>
        </Table>
      </div>
    </>
  );
}
