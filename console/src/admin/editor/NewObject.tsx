import type { Kind, Row } from '@doorwright/crds';
import { PageSection, Spinner } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { CallError } from '../../shared/exchange.ts';
import { call } from '../http/call.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { Forbidden } from '../ui/Forbidden.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { EditorForm } from './EditorForm.tsx';
import { type KindEditor, KindEditorProvider } from './kind-editor.ts';

interface Props {
  kind: Kind;
  special?: KindEditor | undefined;
}

/** The editor of a new object. It starts with the server's defaults, and the first save stores it. */
export function NewObject({ kind, special = {} }: Props) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const organization = params.get('organization') ?? undefined;
  const { data, error, refetch } = useQuery({
    queryKey: [kind.name, 'draft', organization],
    queryFn: async ({ signal }) =>
      (await call<Row>(`get-draft-${kind.name}`, { kind: kind.name, query: { organization }, signal })).data,
    // A draft is for one form: its names are random, and a refetch must not change them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error instanceof CallError && error.code === 'unauthorized') return <Forbidden />;
  if (data)
    return (
      <KindEditorProvider value={special}>
        <EditorForm kind={kind} object={data} isNew />
      </KindEditorProvider>
    );
  return (
    <PageSection isFilled>
      {error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Spinner aria-label={t('loading')} />}
    </PageSection>
  );
}
