package com.example.program;


import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class Security {

  @Bean
  SecurityFilterChain rules(
      HttpSecurity http, ClientRegistrationRepository clients, @Value("${OIDC_REDIRECT_URI}") URI callback)
      throws Exception {
    // The ID token must have RS256, which new applications use. For another cert, declare an OidcIdTokenDecoderFactory.
    // State, nonce and verifier are in the session of the visitor, which gets a new id at the sign-in.
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    return http.authorizeHttpRequests(rules -> rules.requestMatchers("/", "/error").permitAll().anyRequest().authenticated())
        .oauth2Login(
            login ->
                login
                    .loginPage("/")
                    .authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(requests))
                    .redirectionEndpoint(endpoint -> endpoint.baseUri(callback.getPath())))
        .logout(logout -> logout.logoutSuccessHandler(new OidcClientInitiatedLogoutSuccessHandler(clients)))
        .build();
  }
}
