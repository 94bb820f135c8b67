import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import { List, ListItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { stringify } from 'yaml';
import { call } from '../http/call.ts';
import { Alert } from '../ui/Alert.tsx';
import { CodeText } from '../ui/CodeText.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { type Declared, hasSecrets, manifestOf } from './manifest-of.ts';

interface Props {
  kind: DeclaredKind;
  /** What the resource says in place of fields that it does not have. */
  declares?: ((object: Record<string, unknown>) => Declared) | undefined;
}

interface Problem {
  path: string;
  message: string;
}

const nothingMore = (): Declared => ({ spec: {} });

/** The custom resource that declares the object as it is in the form now, and the errors that a cluster would report. */
export function YamlView({ kind, declares = nothingMore }: Props) {
  const { t } = useTranslation('editor');
  const object = useWatch({ control: useFormContext().control });
  const manifest = manifestOf(kind, object, declares);
  const { data: problems = [] } = useQuery({
    queryKey: ['check-manifest', manifest],
    queryFn: async ({ signal }) => (await call<Problem[]>('check-manifest', { body: manifest, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { name } = manifest.metadata;
  return (
    <>
      {problems.length > 0 && (
        <Alert isInline variant="warning" className="managed" title={t('yaml.refused')}>
          <List>
            {problems.map(({ path, message }) => (
              <ListItem key={`${path} ${message}`}>
                {path}: {message}
              </ListItem>
            ))}
          </List>
        </Alert>
      )}
      {hasSecrets(kind, manifest.spec) && (
        <Alert isInline variant="info" className="managed" title={t('yaml.secrets', { name })} />
      )}
      <CodeText text={stringify(manifest)} label="YAML" file={`${name}.yaml`} />
    </>
  );
}
