package com.example.program;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

@SpringBootApplication
@Controller
public class Program {

  private final ObjectMapper json;

  Program(ObjectMapper json) {
    this.json = json;
  }

  public static void main(String[] args) {
    SpringApplication.run(Program.class, args);
  }

  @GetMapping("/")
  String home(@AuthenticationPrincipal OidcUser person, Model model) throws JsonProcessingException {
    if (person != null) {
      model.addAttribute("name", person.getFullName());
      model.addAttribute("claims", json.writerWithDefaultPrettyPrinter().writeValueAsString(person.getClaims()));
    }
    return "home";
  }
}
