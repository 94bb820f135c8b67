import { Content } from '@patternfly/react-core';
import { paths } from '../../../paths.ts';
import { useTranslation } from '../../../words/use-translation.ts';

const steps = ['values', 'browser', 'back', 'device'] as const;

/** What the developer of a native application does, in any language of programs. The guide tells the rest. */
export function NativeSteps() {
  const { t } = useTranslation('get-started');
  return (
    <>
      <Content component="ol" className="below">
        {steps.map((step) => (
          <Content key={step} component="li">
            {t(`native.${step}`)}
          </Content>
        ))}
      </Content>
      <a href={paths.guideToNative} target="_blank" rel="noopener">
        {t('native.guide')}
      </a>
    </>
  );
}
