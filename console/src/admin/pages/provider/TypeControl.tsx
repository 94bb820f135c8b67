import { descriptionOf } from '@doorwright/crds/providers/described.ts';
import { Flex, FlexItem } from '@patternfly/react-core';
import { ChoiceControl } from '../../fields/ChoiceControl.tsx';
import type { ControlProps } from '../../fields/control.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { CallbackAddress } from './CallbackAddress.tsx';
import { useOfferedTypes } from './use-offered-types.ts';
import { VendorBadge } from './VendorBadge.tsx';

/** The types of a category, and below them a badge, a sentence about the chosen type, a link to its vendor, and the address to register there. */
export function TypeControl(props: ControlProps<string>) {
  const { t } = useTranslation(['editor', 'types-provider']);
  const description = descriptionOf({ ...props.object, type: props.value });
  const offered = useOfferedTypes(props.object.category);
  return (
    <>
      {/* The stored type stays a choice, even if it is not offered. */}
      <ChoiceControl {...props} choices={[...new Set([...offered, props.value])]} />
      {description && (
        <Flex className="vendor" alignItems={{ default: 'alignItemsCenter' }} gap={{ default: 'gapSm' }}>
          <VendorBadge {...description.logo} />
          {description.about && (
            <FlexItem>{t(`types-provider:types.${props.object.category} ${props.value}`)}</FlexItem>
          )}
          {description.page && (
            <FlexItem>
              <a href={description.page} target="_blank" rel="noreferrer">
                {t('provider.vendorPage', { type: props.value })}
              </a>
            </FlexItem>
          )}
        </Flex>
      )}
      <CallbackAddress provider={{ ...props.object, type: props.value }} />
    </>
  );
}
