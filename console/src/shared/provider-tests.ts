/** The channel between the page of a service's answer and the editor that tests the provider. Services cut the link between windows. */
export const providerTests = (): BroadcastChannel => new BroadcastChannel('provider-tests');
