package io.chameleon.client;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Public and protected types and members of a package as lines: the type's name, then the type or a member of it. */
final class ApiText {
    private static final int VISIBLE = Modifier.PUBLIC | Modifier.PROTECTED;
    private static final int CONTRACT = VISIBLE | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;

    private ApiText() {}

    static Stream<String> of(String packageName, Path classes) {
        try (Stream<Path> files = Files.list(classes)) {
            List<String> lines = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(name -> load(packageName + "." + name.replaceFirst("\\.class$", "")))
                    .filter(ApiText::isVisible)
                    .sorted((a, b) -> a.getName().compareTo(b.getName()))
                    .flatMap(ApiText::lines)
                    .toList();
            return lines.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiText.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return (type.getModifiers() & VISIBLE) != 0
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (outer == null || isVisible(outer));
    }

    private static Stream<String> lines(Class<?> type) {
        Stream<String> members = Stream.of(
                        Arrays.stream(type.getDeclaredFields())
                                .filter(ApiText::isVisible)
                                .map(ApiText::field),
                        Arrays.stream(type.getDeclaredConstructors())
                                .filter(ApiText::isVisible)
                                .map(ApiText::constructor),
                        Arrays.stream(type.getDeclaredMethods())
                                .filter(ApiText::isVisible)
                                .map(ApiText::method))
                .flatMap(each -> each)
                .sorted();
        return Stream.concat(Stream.of(header(type)), members)
                .map(line -> type.getName() + "  " + line.replace("java.lang.", ""));
    }

    private static boolean isVisible(Member member) {
        return (member.getModifiers() & VISIBLE) != 0 && !member.isSynthetic();
    }

    private static String header(Class<?> type) {
        Type above = type.getGenericSuperclass();
        return modifiers(type.getModifiers(), type)
                + (type.isAnnotation() ? "@interface" : type.isInterface() ? "interface" : "class")
                + variables(type)
                + (above == null || above == Object.class ? "" : " extends " + above.getTypeName())
                + list(type.isInterface() ? " extends " : " implements ", type.getGenericInterfaces())
                + (type.isSealed() ? list(" permits ", type.getPermittedSubclasses()) : "");
    }

    private static String field(Field field) {
        return modifiers(field.getModifiers(), field) + field.getGenericType().getTypeName() + " " + field.getName();
    }

    private static String constructor(Constructor<?> constructor) {
        return modifiers(constructor.getModifiers(), constructor) + "new" + parameters(constructor);
    }

    private static String method(Method method) {
        return modifiers(method.getModifiers(), method)
                + (method.isDefault() ? "default " : "")
                + (method.getTypeParameters().length == 0 ? "" : variables(method) + " ")
                + method.getGenericReturnType().getTypeName()
                + " "
                + method.getName()
                + parameters(method);
    }

    private static String parameters(Executable executable) {
        return "(" + names(executable.getGenericParameterTypes()) + ")"
                + list(" throws ", executable.getGenericExceptionTypes());
    }

    private static String modifiers(int modifiers, AnnotatedElement element) {
        String text = Modifier.toString(modifiers & CONTRACT);
        return (element.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "") + text + " ";
    }

    private static String variables(GenericDeclaration generic) {
        return generic.getTypeParameters().length == 0
                ? ""
                : Arrays.stream(generic.getTypeParameters())
                        .map(variable -> variable.getBounds()[0] == Object.class
                                ? variable.getName()
                                : variable.getName() + list(" extends ", variable.getBounds()))
                        .collect(joining(", ", "<", ">"));
    }

    private static String list(String before, Type... types) {
        return types.length == 0 ? "" : before + names(types);
    }

    private static String names(Type... types) {
        return Arrays.stream(types).map(Type::getTypeName).collect(joining(", "));
    }
}
