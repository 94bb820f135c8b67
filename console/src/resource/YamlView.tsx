import { kinds } from '@doorwright/crds';
import { judgeManifest } from '@doorwright/crds/derive/manifest.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { List, ListItem } from '@patternfly/react-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { stringify } from 'yaml';
import { Alert } from '../ui/Alert.tsx';
import { CodeText } from '../ui/CodeText.tsx';
import { useKindEditor } from './kind-editor.ts';
import { manifestOf } from './manifest-of.ts';

const nothingMore = () => ({ spec: {} });

/** The custom resource that would declare the object as the form has it now, and what a cluster would say against it. */
export function YamlView({ kind }: { kind: DeclaredKind }) {
  const { t } = useTranslation('editor');
  const { declares = nothingMore } = useKindEditor();
  const object = useWatch({ control: useFormContext().control });
  const manifest = manifestOf(kind, object, declares);
  const { problems } = judgeManifest(kinds, manifest);
  const { name } = manifest.metadata;
  const hasSecrets = Object.values(kind.declared.secrets ?? {}).some((secret) => secret in manifest.spec);
  return (
    <>
      {problems.length > 0 && (
        <Alert isInline variant="warning" className="managed" title={t('yaml.refused')}>
          <List>
            {problems.map(({ path, message }) => (
              <ListItem key={`${path.join('.')} ${message}`}>
                {path.join('.')}: {message}
              </ListItem>
            ))}
          </List>
        </Alert>
      )}
      {hasSecrets && <Alert isInline variant="info" className="managed" title={t('yaml.secrets', { name })} />}
      <CodeText text={stringify(manifest)} label="YAML" file={`${name}.yaml`} />
    </>
  );
}
