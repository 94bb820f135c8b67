import type { Kind } from '@doorwright/crds';
import { PageSection, Spinner } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../shared/exchange.ts';
import { mayOpen, useAccount } from '../session/account.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { Forbidden } from '../ui/Forbidden.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { useAddressNames } from '../ui/use-address-names.ts';
import { useTranslation } from '../words/use-translation.ts';
import { EditorForm } from './EditorForm.tsx';
import { type KindEditor, KindEditorProvider } from './kind-editor.ts';
import { idIn, objectQuery } from './object-query.ts';
import type { Id } from './read-object.ts';

const nothing: KindEditor = {};
const never = () => false;

interface Props {
  kind: Kind;
  /** The object, unless the address names it. */
  id?: Id | undefined;
  /** What the editor has beside its model. */
  special?: KindEditor | undefined;
}

/** The editor of a kind, drawn from its model. */
export function ResourceEditor({ kind, id, special = nothing }: Props) {
  const { t } = useTranslation();
  const account = useAccount();
  const named = idIn(kind, useAddressNames<'owner' | 'key'>());
  const { data, error, refetch } = useQuery(objectQuery(kind, id ?? named, special.query));
  const { useIsWaiting = never } = special;
  const isWaiting = useIsWaiting((id ?? named).owner);
  if (error instanceof CallError && error.code === 'not-found')
    return <NotFound {...(kind.people && { text: t('userNotFound') })} />;
  if (error instanceof CallError && error.code === 'unauthorized') return <Forbidden />;
  if (error)
    return (
      <PageSection isFilled>
        <FailedState error={error} onRetry={() => void refetch()} />
      </PageSection>
    );
  if (data && account && !mayOpen(kind, account, data)) return <Forbidden />;
  // An editor is drawn once, with its fields.
  if (!data || isWaiting)
    return (
      <PageSection isFilled>
        <Spinner aria-label={t('loading')} />
      </PageSection>
    );
  // Somebody sealed the object while it was open, such as by issuing an invoice: the form begins again, with other rights.
  const seal = kind.sealedBy && data[kind.sealedBy] ? ' sealed' : '';
  return (
    <KindEditorProvider value={special}>
      <EditorForm key={`${data.owner}/${data[kind.key]}${seal}`} kind={kind} object={data} />
    </KindEditorProvider>
  );
}
