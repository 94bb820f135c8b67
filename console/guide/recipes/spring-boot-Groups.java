package com.example.program;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A group of Doorwright is a role of Spring: `admins` is `ROLE_admins`. */
@Configuration
@EnableMethodSecurity
class Groups {

  @Bean
  GrantedAuthoritiesMapper authorities() {
    return given -> {
      var all = new HashSet<GrantedAuthority>(given);
      for (var authority : given) {
        if (authority instanceof OidcUserAuthority person) {
          groupsOf(person).forEach(group -> all.add(new SimpleGrantedAuthority("ROLE_" + group)));
        }
      }
      return (Collection<GrantedAuthority>) all;
    };
  }

  private static List<String> groupsOf(OidcUserAuthority person) {
    var groups = person.getIdToken().getClaimAsStringList("groups");
    return groups == null ? List.of() : groups;
  }
}

@RestController
class Pages {

  @GetMapping("/admin")
  @PreAuthorize("hasRole('admins')")
  String admin() {
    return "For administrators";
  }

  @GetMapping("/drafts")
  @PreAuthorize("hasAnyRole('admins', 'editors')")
  String drafts() {
    return "For editors";
  }
}
