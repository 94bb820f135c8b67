import type { Kind } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { ClipboardCopyButton, CodeBlock, CodeBlockAction, CodeBlockCode } from '@patternfly/react-core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { stringify } from 'yaml';
import { manifestOf } from './manifest-of.ts';

export { isDeclared };

/** The custom resource that would declare the object as the form has it now. */
export function YamlView({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const { watch } = useFormContext();
  if (!isDeclared(kind)) return null;
  const text = stringify(manifestOf(kind, watch()));
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <CodeBlock
      actions={
        <CodeBlockAction>
          <ClipboardCopyButton
            id="copy-yaml"
            variant="plain"
            aria-label={t('copy')}
            onClick={() => void copy()}
            onTooltipHidden={() => setCopied(false)}
          >
            {t(isCopied ? 'copied' : 'copy')}
          </ClipboardCopyButton>
        </CodeBlockAction>
      }
    >
      <CodeBlockCode>{text}</CodeBlockCode>
    </CodeBlock>
  );
}
