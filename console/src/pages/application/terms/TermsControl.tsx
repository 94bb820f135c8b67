import { Button, Content } from '@patternfly/react-core';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../fields/control.ts';
import { TextControl } from '../../../fields/TextControl.tsx';
import { useProviders } from '../use-providers.ts';
import { useTermsUpload } from './use-terms-upload.ts';

interface Store {
  /** Undefined while the providers load. */
  isThere: boolean | undefined;
  /** The store to name. The server finds the application's own. */
  provider: string;
}

/** The store for the terms: the application's own, or the first that there is. */
function useStore(items: readonly { name: string }[]): Store {
  const providers = useProviders();
  const stores = [...(providers ?? [])].flatMap(([name, { category }]) => (category === 'Storage' ? [name] : []));
  const isOwn = items.some(({ name }) => stores.includes(name));
  return { isThere: providers && stores.length > 0, provider: isOwn ? '' : (stores[0] ?? '') };
}

/** The address of the terms of use, typed or made by uploading one HTML file. */
export function TermsControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const { label, isDisabled, object } = props;
  const input = useRef<HTMLInputElement>(null);
  const { isThere, provider } = useStore((object.providers ?? []) as { name: string }[]);
  const { take, isBusy } = useTermsUpload(provider);
  // The file belongs to a stored application.
  const isStored = Number(useFormContext().formState.defaultValues?.version) > 0;
  return (
    <>
      <TextControl {...props} />
      {isStored && (
        <>
          <input
            ref={input}
            type="file"
            accept=".html,text/html"
            hidden
            aria-label={label}
            onChange={({ target }) => {
              take([...(target.files ?? [])]);
              // Without a reset, the browser ignores the same file when it is chosen again.
              target.value = '';
            }}
          />
          <Button
            variant="secondary"
            size="sm"
            className="below"
            isDisabled={isDisabled || !isThere}
            isLoading={isBusy}
            aria-label={`${t('clickToUpload')}: ${label}`}
            onClick={() => input.current?.click()}
          >
            {t('clickToUpload')}
          </Button>
          {isThere === false && <Content component="small">{t('application.noStore')}</Content>}
        </>
      )}
    </>
  );
}
